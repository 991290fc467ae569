import Platform

/// A sequence of the times at which a timer fires. It ends when the iterating task is canceled.
///
///     for await _ in AsyncTimerSequence(interval: .seconds(1), clock: .continuous) {
///       print("tick")
///     }
public struct AsyncTimerSequence<TimerClock: Clock>: AsyncSequence, Sendable {
  /// The time at which the timer fired.
  public typealias Element = TimerClock.Instant

  private let clock: TimerClock
  private let interval: TimerClock.Duration
  private let tolerance: TimerClock.Duration?
  private let keepsOrder: Bool

  /// Creates a timer that fires after every `interval`, which must be positive.
  public init(
    interval: TimerClock.Duration, tolerance: TimerClock.Duration? = nil, clock: TimerClock
  ) {
    self.init(interval: interval, tolerance: tolerance, clock: clock, keepsOrder: false)
  }

  /// Creates a timer. If `keepsOrder` is true, each of its sleeps on a test clock ends before the
  /// sleeps with the same deadline that began after the timer's first sleep.
  package init(
    interval: TimerClock.Duration, tolerance: TimerClock.Duration?, clock: TimerClock,
    keepsOrder: Bool
  ) {
    precondition(interval > .zero, "A timer's interval is \(interval); it must be more than zero.")
    self.clock = clock
    self.interval = interval
    self.tolerance = tolerance
    self.keepsOrder = keepsOrder
  }

  /// Returns an iterator, which starts the timer at its first call to `next()`.
  public func makeAsyncIterator() -> Iterator {
    Iterator(timer: self)
  }

  /// The iterator of a timer.
  @_documentation(visibility: internal)
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let timer: AsyncTimerSequence
    private var last: TimerClock.Instant?
    private let order: TimerOrder?

    fileprivate init(timer: AsyncTimerSequence) {
      self.timer = timer
      order = timer.keepsOrder ? TimerOrder() : nil
    }

    /// Waits until the timer fires. Returns `nil` if the task is canceled.
    public mutating func next() async -> TimerClock.Instant? {
      let now = timer.clock.now
      // The next turn compares this reading with a later one.
      if last == nil { (now as? any RecordedInstant)?.record() }
      var deadline = (last ?? now).advanced(by: timer.interval)
      // Skip missed deadlines to keep the timer's rhythm.
      while deadline < now { deadline = deadline.advanced(by: timer.interval) }
      last = deadline
      do {
        try await TimerOrder.$current.withValue(order) {
          try await timer.clock.sleep(until: deadline, tolerance: timer.tolerance)
        }
      } catch {
        return nil
      }
      return timer.clock.now
    }
  }
}

/// The order in which a test clock ends a timer's sleep and others with the same deadline.
package final class TimerOrder: Sendable {
  /// The order of the timer that sleeps in the current task, if it keeps one.
  @TaskLocal package static var current: TimerOrder?

  private let number = Mutex<UInt64?>(nil)

  /// Returns the number of the timer's first sleep, which is `new` if this is the first one.
  package func number(first new: UInt64) -> UInt64 {
    number.withLock { number in
      defer { number = number ?? new }
      return number ?? new
    }
  }
}

extension Clock where Duration: Hashable {
  /// Returns the times at which a timer on this clock fires, first after one `interval`.
  public func timer(
    interval: Duration, tolerance: Duration? = nil
  ) -> AsyncTimerSequence<AnyClock<Duration>> {
    AsyncTimerSequence(interval: interval, tolerance: tolerance, clock: AnyClock(self))
  }
}
