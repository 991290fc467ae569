import Locking

/// A clock whose time a test controls: it stands still until it is advanced.
///
/// Sleepers wake in the order of their deadlines, and those with the same one in the order in which
/// they began to sleep. Before the first is woken and after each, everything in the test that can
/// proceed does: tasks, child tasks and effects, so that what goes to sleep again is woken within
/// the same advance. Tasks that a test starts before it makes the clock or a test store are not
/// known to the clock; nor is what other threads or real clocks do.
public final class TestClock<Duration: DurationProtocol & Hashable>: Clock {
  struct Sleeper {
    let number: UInt64
    let deadline: Instant
    let continuation: UnsafeContinuation<Void, any Error>
  }

  struct State {
    var now: Instant
    /// In the order in which they wake.
    var sleepers: [Sleeper] = []
    var sleepCount: UInt64 = 0
    /// The sleeps that were cancelled before they began.
    var cancelled: Set<UInt64> = []
  }

  /// The smallest difference between two times that can be told: none.
  public let minimumResolution: Duration = .zero

  let state: Mutex<State>
  let work = TestWork(isSerial: false)

  /// A clock that shows `now`.
  public init(now: Instant = Instant()) {
    state = Mutex(State(now: now))
  }

  /// The time that the clock shows.
  public var now: Instant { state.withLock { $0.now } }

  /// Sleeps until the clock is advanced to `deadline`; throws `CancellationError` when cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    let number = state.withLock { state in
      state.sleepCount += 1
      return state.sleepCount
    }
    defer { state.withLock { _ = $0.cancelled.remove(number) } }
    try await withTaskCancellationHandler {
      try await withUnsafeThrowingContinuation { continuation in
        begin(Sleeper(number: number, deadline: deadline, continuation: continuation))
      }
    } onCancel: {
      cancel(number)
    }
  }

  private func begin(_ sleeper: Sleeper) {
    let outcome: Result<Void, any Error>? = state.withLock { state in
      if state.cancelled.contains(sleeper.number) { return .failure(CancellationError()) }
      guard sleeper.deadline > state.now else { return .success(()) }
      let place = state.sleepers.partitioningIndex { $0.deadline > sleeper.deadline }
      state.sleepers.insert(sleeper, at: place)
      return nil
    }
    if let outcome { sleeper.continuation.resume(with: outcome) }
  }

  private func cancel(_ number: UInt64) {
    let sleeper: Sleeper? = state.withLock { state in
      guard let place = state.sleepers.firstIndex(where: { $0.number == number }) else {
        state.cancelled.insert(number)
        return nil
      }
      return state.sleepers.remove(at: place)
    }
    sleeper?.continuation.resume(throwing: CancellationError())
  }
}

extension TestClock where Duration == Swift.Duration {
  /// A clock that shows the time zero.
  public convenience init() {
    self.init(now: Instant())
  }
}

extension Array {
  /// The first index from which on a condition holds that holds for all elements after one.
  fileprivate func partitioningIndex(where isAfter: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
