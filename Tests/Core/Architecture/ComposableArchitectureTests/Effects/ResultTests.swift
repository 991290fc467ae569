import ComposableArchitecture
import Testing

@MainActor
@Suite("Results of asynchronous work")
struct ResultTests {
  fileprivate struct Failure: Error, Equatable {
    var code: Int
  }

  private struct Opaque: Error {}

  @Test("A result contains the returned value or the thrown error")
  func result() async throws {
    #expect(try await Result { try await number(1) }.get() == 1)
    let result = await Result { try await number(nil) }
    #expect(throws: Failure(code: 0)) { try result.get() }
  }

  @Test("Task results are equal if their values or errors are equal")
  func equality() async {
    let one = await TaskResult { try await number(1) }
    #expect(one == .success(1))
    #expect(await TaskResult { try await number(nil) } == .failure(Failure(code: 0)))
    #expect(TaskResult<Int>.failure(Failure(code: 1)) != .failure(Failure(code: 0)))
    #expect(Set([one, .success(1), .failure(Failure(code: 0))]).count == 2)
  }

  @Test("Comparing two errors of a type that isn't equatable is reported")
  func comparedOpaqueErrors() {
    withExpectedIssue {
      #expect(TaskResult<Int>.failure(Opaque()) != .failure(Opaque()))
    }
    #expect(TaskResult<Int>.failure(Opaque()) != .failure(Failure(code: 0)))
  }

  @Test("A task result can be mapped, and its value either returns or throws")
  func value() throws {
    #expect(try TaskResult.success(2).map { $0 + 1 }.value == 3)
    let failure = TaskResult<Int>(Result<Int, Failure>.failure(Failure(code: 7)))
    #expect(throws: Failure(code: 7)) { try failure.flatMap { .success($0) }.value }
  }
}

private func number(_ number: Int?) async throws -> Int {
  guard let number else { throw ResultTests.Failure(code: 0) }
  return number
}
