import ComposableArchitecture

/// A client whose calls take different times, depending on their arguments.
@DependencyClient
struct DrawnClient: Sendable {
  var find: @Sendable (_ number: Int) async throws -> Int
  var refuse: @Sendable (_ number: Int) async throws -> Int
  var tally: @Sendable (_ number: Int) -> Int = { _ in 0 }
  var note: @Sendable (_ number: Int) async -> Void
  var numbers: @Sendable (_ length: Int) async -> AsyncStream<Int> = { _ in .finished }
}

@Recordable
struct Refusal: Error, Equatable, Sendable {
  var number: Int
}

extension DrawnClient: DependencyKey {
  static let testValue = DrawnClient()

  static let liveValue = DrawnClient(
    find: { number in
      try await pause(number)
      return number * 10
    },
    refuse: { number in
      try await pause(number)
      throw Refusal(number: number)
    },
    tally: { $0 + 1 },
    note: { _ in },
    numbers: { length in
      AsyncStream { continuation in
        let task = Task {
          for number in 0..<length {
            try? await Task.sleep(for: .milliseconds(2))
            continuation.yield(number)
          }
          continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
      }
    })

  private static func pause(_ number: Int) async throws {
    let milliseconds = [0, 5, 2, 7, 1, 0, 9, 3, 4][number]
    if milliseconds > 0 { try await Task.sleep(for: .milliseconds(milliseconds)) }
  }
}
