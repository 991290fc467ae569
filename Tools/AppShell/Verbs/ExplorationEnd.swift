import Platform
import Simulation

/// The end of an exploration, by time or by a signal.
final class ExplorationEnd: Sendable {
  private let isRequested = Mutex(false)
  private let deadline: ContinuousClock.Instant?

  /// Creates an end after a number of seconds; `nil` for none.
  init(after seconds: Int?) {
    deadline = seconds.map { .now + .seconds($0) }
  }

  func request() { isRequested.withLock { $0 = true } }

  /// The reason to end the exploration; `nil` if it continues.
  var reason: ExplorationResult.Cut? {
    if isRequested.withLock({ $0 }) { return .signal }
    return deadline.map { $0 <= .now } == true ? .time : nil
  }
}
