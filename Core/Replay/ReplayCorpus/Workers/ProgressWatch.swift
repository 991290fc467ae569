/// A watch over a worker, which is overdue once it has finished no step for too long.
struct ProgressWatch {
  struct Position: Equatable {
    /// The number of the log, from 1, or 0 before the first one.
    var log: UInt64 = 0
    var step: UInt64 = 0
    var reads: UInt64 = 0
  }

  /// The least time in which a worker must begin its first log, in seconds. On a busy machine,
  /// starting a process can take longer than any step.
  static let startLimit = 60

  private let stepLimit: Int
  private(set) var position = Position()
  private var lastChange: ContinuousClock.Instant

  init(stepLimit: Int, now: ContinuousClock.Instant) {
    self.stepLimit = stepLimit
    lastChange = now
  }

  /// The time after which the worker is overdue, in seconds.
  var limit: Int { position.log > 0 ? stepLimit : max(stepLimit, Self.startLimit) }

  /// Begins to count again, because the worker got something to do.
  mutating func restart(at now: ContinuousClock.Instant) { lastChange = now }

  /// Notes the position of the worker, and returns whether it is overdue.
  mutating func isOverdue(at current: Position, isIdle: Bool, now: ContinuousClock.Instant) -> Bool
  {
    guard isIdle || current != position else { return now - lastChange > .seconds(limit) }
    position = current
    lastChange = now
    return false
  }
}
