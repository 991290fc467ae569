import ComposableArchitecture
import DependencyInjection

/// A client with endpoints of every kind.
@DependencyClient
struct LibraryClient: Sendable {
  var find: @Sendable (_ number: Int) async -> Int = { $0 }
  var load: @Sendable (_ name: String) async throws -> String
  var save: @Sendable (_ text: String, _ name: String) async throws -> Void
  var lend: @Sendable (_ number: Int) async throws(Refusal) -> Int = {
    number async throws(Refusal) in number
  }
  var count: @Sendable (_ name: String) -> Int = { _ in 0 }
  var check: @Sendable (_ number: Int) throws(Refusal) -> Int = { number throws(Refusal) in number }
  var updates: @Sendable (_ count: Int) -> AsyncStream<Int> = { _ in .finished }
  var pages: @Sendable (_ name: String) -> AsyncThrowingStream<String, any Error> = { _ in
    .finished()
  }
  /// An endpoint whose answer is not recordable.
  var cover: @Sendable (_ name: String) async -> Cover = { Cover(name: $0) }

  struct Cover: Sendable {
    var name: String
  }

  @Recordable
  struct Refusal: Error, Equatable {
    var number: Int
  }

  enum Closed: Error { case holiday, night }

  struct Missing: Error, CustomStringConvertible {
    var description: String
  }
}

extension LibraryClient: TestDependencyKey {
  static let testValue = LibraryClient()
}

extension DependencyValues {
  var library: LibraryClient {
    get { self[LibraryClient.self] }
    set { self[LibraryClient.self] = newValue }
  }
}

extension LibraryClient {
  /// A client whose asynchronous answers arrive when a test opens a gate.
  static func waiting(at gate: Gate) -> LibraryClient {
    LibraryClient(
      find: { number in
        await gate.pass("find \(number)")
        return number * number
      },
      load: { name in
        await gate.pass("load \(name)")
        try Task.checkCancellation()
        if name == "refused" { throw Refusal(number: 7) }
        if name == "night" { throw Closed.night }
        if name.hasPrefix("no") { throw Missing(description: "no book '\(name)'") }
        return "text of \(name)"
      },
      save: { _, name in
        await gate.pass("save \(name)")
        try Task.checkCancellation()
      },
      lend: { number async throws(Refusal) in
        await gate.pass("lend \(number)")
        guard number.isMultiple(of: 2) else { throw Refusal(number: number) }
        return number / 2
      },
      count: { $0.count },
      check: { number throws(Refusal) in
        guard number.isMultiple(of: 2) else { throw Refusal(number: number) }
        return number / 2
      },
      updates: { count in
        let next = LockIsolated(0)
        return AsyncStream {
          await gate.pass("update")
          let number = next.withValue {
            $0 += 1
            return $0
          }
          return Task.isCancelled || number > count ? nil : 10 * number
        }
      },
      pages: { name in
        let next = LockIsolated(0)
        return AsyncThrowingStream {
          await gate.pass("page")
          let number = next.withValue {
            $0 += 1
            return $0
          }
          if number > 2 { throw Missing(description: "no page \(number) of '\(name)'") }
          return "\(name) \(number)"
        }
      },
      cover: { name in
        await gate.pass("cover \(name)")
        return Cover(name: name)
      })
  }
}

/// A client whose calls are not recorded.
struct GuessClient: Sendable {
  var number: @Sendable (Int) async -> Int
}

extension GuessClient: TestDependencyKey {
  static let testValue = GuessClient { _ in
    reportIssue("'guess' is not overridden. Override it.")
    return 0
  }
}

extension DependencyValues {
  var guess: GuessClient {
    get { self[GuessClient.self] }
    set { self[GuessClient.self] = newValue }
  }
}
