import ConcurrencyExtras
import Testing

struct ConcurrencyTests {
  private enum Failure: Error { case full, empty }

  private func load(_ count: Int) async throws(Failure) -> Int {
    guard count > 0 else { throw .empty }
    return count
  }

  @Test("A hashable wrapper is a literal of each kind")
  func literals() {
    let wrappers: [AnyHashableSendable] = [true, 1, 4.5, "a"]
    #expect(wrappers[0].base as? Bool == true)
    #expect(wrappers[1] == AnyHashableSendable(1))
    #expect(wrappers[2] == AnyHashableSendable(4.5))
    #expect(wrappers[3] == AnyHashableSendable("a"))
    #expect(wrappers[3].debugDescription == #"AnyHashableSendable("a")"#)
  }

  @Test("A value of unknown type is wrapped once")
  func unknownType() {
    let values: [any Hashable & Sendable] = [1, "a", AnyHashableSendable(1)]
    let wrappers = values.map(AnyHashableSendable.init)
    #expect(wrappers[0] == 1)
    #expect(wrappers[1] == "a")
    #expect(wrappers[2].base as? Int == 1)
  }

  @Test("The result of asynchronous work has the type of its error")
  func typedErrors() async {
    let loaded = await Result { () async throws(Failure) -> Int in try await load(1) }
    #expect(loaded == .success(1))
    let failed: Result<Int, Failure> = await Result { () async throws(Failure) -> Int in
      try await load(0)
    }
    #expect(failed == .failure(.empty))
    let untyped = await Result { () async throws -> Int in try await load(0) }
    #expect(throws: Failure.empty) { try untyped.get() }
  }
}
