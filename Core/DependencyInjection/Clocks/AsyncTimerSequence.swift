/// The times at which a timer fires, until the task that waits for them is cancelled.
///
///     for await _ in AsyncTimerSequence(interval: .seconds(1), clock: .continuous) {
///       print("tick")
///     }
public struct AsyncTimerSequence<TimerClock: Clock>: AsyncSequence, Sendable {
  /// The time on the clock at which the timer fired.
  public typealias Element = TimerClock.Instant

  private let clock: TimerClock
  private let interval: TimerClock.Duration
  private let tolerance: TimerClock.Duration?

  /// A timer that fires every `interval`, first after one; `interval` must be more than zero.
  public init(
    interval: TimerClock.Duration, tolerance: TimerClock.Duration? = nil, clock: TimerClock
  ) {
    precondition(interval > .zero, "A timer's interval is \(interval); it must be more than zero.")
    self.clock = clock
    self.interval = interval
    self.tolerance = tolerance
  }

  /// Starts the timer.
  public func makeAsyncIterator() -> Iterator {
    Iterator(timer: self)
  }

  /// A timer that has been started.
  @_documentation(visibility: internal)
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let timer: AsyncTimerSequence
    private var last: TimerClock.Instant?

    fileprivate init(timer: AsyncTimerSequence) {
      self.timer = timer
    }

    /// Waits until the timer fires; nil when the task is cancelled.
    public mutating func next() async -> TimerClock.Instant? {
      let now = timer.clock.now
      var deadline = (last ?? now).advanced(by: timer.interval)
      // A firing that was missed is left out, so that the timer keeps its beat.
      while deadline < now { deadline = deadline.advanced(by: timer.interval) }
      last = deadline
      do {
        try await timer.clock.sleep(until: deadline, tolerance: timer.tolerance)
      } catch {
        return nil
      }
      return timer.clock.now
    }
  }
}

extension Clock where Duration: Hashable {
  /// The times at which a timer on this clock fires every `interval`, first after one.
  public func timer(
    interval: Duration, tolerance: Duration? = nil
  ) -> AsyncTimerSequence<AnyClock<Duration>> {
    AsyncTimerSequence(interval: interval, tolerance: tolerance, clock: AnyClock(self))
  }
}
