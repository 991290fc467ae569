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
  /// The thread doesn't tell: once `main` suspends, any thread can serve the main queue on Linux.
  package static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }
}
