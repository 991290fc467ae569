import Dispatch

/// The queue of the main actor.
package enum MainQueue {
  private static let key = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Whether the current code runs on the main queue.
  ///
  /// The thread doesn't show this: once `main` suspends, any thread can serve the main queue on
  /// Linux.
  package static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }

  /// Runs a function on the main actor, and waits for it. The main actor must not wait for the
  /// caller.
  package static func run<Result: Sendable>(_ body: @MainActor () -> Result) -> Result {
    if isCurrent { return MainActor.assumeIsolated(body) }
    return DispatchQueue.main.sync { MainActor.assumeIsolated(body) }
  }
}
