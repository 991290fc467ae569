import Dispatch

/// The turn of one session whose effects are run.
///
/// Otherwise, sessions of concurrent tests would interleave their effects on the main thread. A
/// watch could then not tell whose effect blocks it.
@MainActor
package enum EffectTurn {
  private static var isTaken = false
  private static var waiting: [UnsafeContinuation<Void, Never>] = []

  /// Runs an operation when all earlier ones have ended.
  package static func run<Result>(_ operation: @MainActor () async -> Result) async -> Result {
    if isTaken {
      await withUnsafeContinuation { waiting.append($0) }
    }
    isTaken = true
    defer { end() }
    return await operation()
  }

  private static func end() {
    guard !waiting.isEmpty else {
      isTaken = false
      return
    }
    let next = waiting.removeFirst()
    // Resume outside of this test's tasks. Otherwise, the next test would be taken for a part of
    // it.
    DispatchQueue.global().async { next.resume() }
  }
}
