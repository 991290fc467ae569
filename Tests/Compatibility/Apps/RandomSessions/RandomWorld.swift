import ComposableArchitecture
import DependencyInjection
import Dispatch
import Foundation
import TestSupport

/// The outside world of an app, which answers late, in any order and on any thread.
final class RandomWorld: Sendable {
  struct Failed: Error {}

  private let generator: LockIsolated<SeededGenerator>

  init(seed: UInt64) {
    generator = LockIsolated(SeededGenerator(seed: seed))
  }

  func below(_ limit: Int) -> Int { generator.withValue { $0.below(limit) } }

  /// Waits up to 12 milliseconds, or not at all, and possibly continues on a different thread.
  func wait() async throws {
    switch below(6) {
    case 0: break
    case 1: await Task.yield()
    case 2: await Task.detached {}.value
    case 3:
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async { continuation.resume() }
      }
    default: try await Task.sleep(for: .milliseconds(below(13)))
    }
  }

  /// Returns a value after a wait. One of four calls throws an error instead.
  func answer<Value: Sendable>(_ value: Value) async throws -> Value {
    try await wait()
    if below(4) == 0 { throw Failed() }
    return value
  }

  /// Returns a stream whose own task produces up to four values, and possibly an error.
  func stream<Value: Sendable>(
    _ value: @escaping @Sendable (Int) -> Value
  ) -> AsyncThrowingStream<Value, any Error> {
    AsyncThrowingStream { continuation in
      let task = Task.detached { [self] in
        for number in 0..<below(5) {
          try? await wait()
          continuation.yield(value(number))
        }
        continuation.finish(throwing: below(3) == 0 ? Failed() : nil)
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}

/// A clock that runs fifty times as fast as a real clock.
struct FastClock: Clock {
  struct Instant: InstantProtocol {
    var offset: Duration

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
  }

  private static let factor = 50
  private let start = ContinuousClock.now

  var now: Instant { Instant(offset: start.duration(to: .now) * Self.factor) }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let deadline = start.advanced(by: deadline.offset / Self.factor)
    try await ContinuousClock().sleep(until: deadline, tolerance: tolerance)
  }
}
