import DependencyInjection
import Locking

/// A clock whose time a test controls: it stands still until it is advanced.
///
///     let clock = TestClock()
///     let start = clock.now
///     await clock.advance(by: .seconds(1))
///     #expect(start.duration(to: clock.now) == .seconds(1))
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
  ///
  /// A deadline that is now waits for the next advance, even one by nothing; one that is past does
  /// not wait.
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
      guard sleeper.deadline >= state.now else { return .success(()) }
      let index = state.sleepers.partitioningIndex { $0.deadline > sleeper.deadline }
      state.sleepers.insert(sleeper, at: index)
      return nil
    }
    if let outcome { sleeper.continuation.resume(with: outcome) }
  }

  private func cancel(_ number: UInt64) {
    let sleeper: Sleeper? = state.withLock { state in
      guard let index = state.sleepers.firstIndex(where: { $0.number == number }) else {
        state.cancelled.insert(number)
        return nil
      }
      return state.sleepers.remove(at: index)
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

extension TestClock {
  /// A time on the clock, as the time since it was made.
  public struct Instant: InstantProtocol {
    let offset: Duration

    /// The time at which the clock is made, plus `offset`.
    public init(offset: Duration = .zero) {
      self.offset = offset
    }

    /// The time that is `duration` later.
    public func advanced(by duration: Duration) -> Instant {
      Instant(offset: offset + duration)
    }

    /// How long it takes from this time until `other`.
    public func duration(to other: Instant) -> Duration {
      other.offset - offset
    }

    /// Whether one time is before another.
    public static func < (lhs: Instant, rhs: Instant) -> Bool {
      lhs.offset < rhs.offset
    }
  }
}

extension TestClock {
  /// Advances the time by `duration`, and wakes whoever sleeps until then.
  ///
  /// An advance by nothing lets everything that can proceed go on.
  public func advance(by duration: Duration = .zero) async {
    await advance(to: now.advanced(by: duration))
  }

  /// Advances the time to `deadline`, and wakes whoever sleeps until then.
  ///
  /// The time never goes back: a deadline that is past leaves it as it is.
  public func advance(to deadline: Instant) async {
    await work.settle()
    while wakeNext(until: deadline) { await work.settle() }
    state.withLock { $0.now = max($0.now, deadline) }
  }

  /// Advances the time until no one sleeps any more; fails the test if that does not come about.
  ///
  /// It is given up when the timeout is over, in real time, and a thousand sleepers have been woken,
  /// so that a busy machine fails no test.
  public func run(
    timeout: Swift.Duration = .milliseconds(500),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    let end = ContinuousClock.now + timeout
    var wakeCount = 0
    await work.settle()
    while wakeNext(until: nil) {
      await work.settle()
      wakeCount += 1
      guard wakeCount >= 1_000, .now >= end else { continue }
      let count = sleeperCount
      if count == 0 { return }
      reportIssue(
        ClockFailure.stillSleeping(count: count, timeout: timeout).description,
        fileID: fileID, filePath: filePath, line: line, column: column)
      return
    }
  }

  /// Throws an error if anyone sleeps on the clock, once everything that can proceed has.
  public func checkSuspension() async throws(SuspensionError) {
    await work.settle()
    let count = sleeperCount
    if count > 0 { throw .stillSleeping(count: count) }
  }

  private var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// Wakes the sleeper whose turn it is, if its deadline is not after `limit`; whether there is one.
  private func wakeNext(until limit: Instant?) -> Bool {
    let sleeper: Sleeper? = state.withLock { state in
      guard let next = state.sleepers.first, limit.map({ next.deadline <= $0 }) ?? true else {
        return nil
      }
      state.now = next.deadline
      return state.sleepers.removeFirst()
    }
    sleeper?.continuation.resume()
    return sleeper != nil
  }
}

/// Someone sleeps on a test clock.
///
///     let clock = TestClock()
///     await #expect(throws: SuspensionError.self) {
///       async let sleep: Void = clock.sleep(for: .seconds(1))
///       try await clock.checkSuspension()
///       try await sleep
///     }
public enum SuspensionError: Error, Hashable {
  /// As many sleep as `count` says.
  case stillSleeping(count: Int)
}

extension SuspensionError: CustomStringConvertible {
  /// The number of sleepers, and what ends their sleep.
  public var description: String {
    switch self {
    case .stillSleeping(let count):
      """
      Expected no one to sleep on the clock, but \(count) \(count == 1 ? "task does" : "tasks do"). \
      Advance the clock to the end of the sleep, or cancel the task that sleeps.
      """
    }
  }
}

/// What a test clock finds wrong with its use.
enum ClockFailure {
  /// The clock ran until the timeout was over, and there was always someone who slept.
  case stillSleeping(count: Int, timeout: Duration)
}

extension ClockFailure: CustomStringConvertible {
  var description: String {
    switch self {
    case .stillSleeping(let count, let timeout):
      """
      Expected all sleeps to finish, but some are still suspending after \(timeout).

      \(count == 1 ? "One sleep goes" : "\(count) sleeps go") on. If it is one of a timer, which \
      sleeps again after each tick, end the timer's task or advance the clock by a known time \
      instead. If there is more to wake than the time allows, give a longer "timeout".
      """
    }
  }
}
