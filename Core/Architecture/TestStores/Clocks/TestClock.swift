import DependencyInjection
import Issues
import Platform
import ReducerRuntime
import Scheduling

/// A clock whose time changes only when a test advances it.
///
///     let clock = TestClock()
///     let start = clock.now
///     await clock.advance(by: .seconds(1))
///     #expect(start.duration(to: clock.now) == .seconds(1))
///
/// Sleepers wake in the order of their deadlines. Sleepers with the same deadline wake in the order
/// in which they started to sleep, or in the order of a test store's seed. For a scheduler's timer,
/// its first sleep counts. The clock waits until no task, child task or effect of the test can
/// proceed before it wakes the first sleeper, and again after each one. A task that goes to sleep
/// again is therefore woken within the same advance. The clock doesn't know tasks that a test
/// starts before it creates the clock or a test store, nor the work of other threads or real
/// clocks.
public final class TestClock<Duration: DurationProtocol & Hashable>: Clock {
  struct Sleeper {
    let number: UInt64
    let deadline: Instant
    let continuation: UnsafeContinuation<Void, any Error>
  }

  struct State {
    var now: Instant
    var sleepers: [Sleeper] = []
    var sleepCount: UInt64 = 0
    var cancelled: Set<UInt64> = []
  }

  /// The smallest measurable difference between two times, which is zero.
  public let minimumResolution: Duration = .zero

  let state: Mutex<State>
  let work = TestWork(isSerial: false)

  /// Creates a clock that shows the given time.
  public init(now: Instant = Instant()) {
    state = Mutex(State(now: now))
  }

  /// The current time of the clock.
  public var now: Instant { state.withLock { $0.now } }

  /// Suspends until the clock reaches `deadline`, or throws `CancellationError` when canceled.
  ///
  /// A deadline equal to the current time waits for the next advance, even by zero. A deadline in
  /// the past doesn't wait.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    let new = state.withLock { state in
      state.sleepCount += 1
      return state.sleepCount
    }
    let number = TimerOrder.current?.number(first: new) ?? new
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
      let index = state.sleepers.partitioningIndex {
        ($0.deadline, $0.number) > (sleeper.deadline, sleeper.number)
      }
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
  /// Creates a clock that shows the time zero.
  public convenience init() {
    self.init(now: Instant())
  }
}

extension Array {
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
  /// A time on the clock, as the offset from the clock's creation.
  public struct Instant: InstantProtocol {
    package let offset: Duration

    /// Creates a time with an offset from the clock's creation.
    public init(offset: Duration = .zero) {
      self.offset = offset
    }

    /// Returns the time that is later by `duration`.
    public func advanced(by duration: Duration) -> Instant {
      Instant(offset: offset + duration)
    }

    /// Returns the duration from this time to `other`.
    public func duration(to other: Instant) -> Duration {
      other.offset - offset
    }

    /// Returns whether the first time is before the second.
    public static func < (lhs: Instant, rhs: Instant) -> Bool {
      lhs.offset < rhs.offset
    }
  }
}

extension TestClock {
  /// Advances the time by `duration`, and wakes the tasks that sleep until then.
  ///
  /// Advancing by zero lets all tasks that can proceed continue.
  public func advance(by duration: Duration = .zero) async {
    await advance(to: now.advanced(by: duration))
  }

  /// Advances the time to `deadline`, and wakes the tasks that sleep until then.
  ///
  /// The time never decreases. A deadline in the past has no effect on it.
  public func advance(to deadline: Instant) async {
    await work.settle()
    while wakeNext(until: deadline) { await work.settle() }
    state.withLock { $0.now = max($0.now, deadline) }
  }

  /// Advances the time until no task sleeps on the clock, or fails the test after a timeout.
  ///
  /// The clock stops when the timeout in real time has passed and at least a thousand sleepers have
  /// been woken. The second condition keeps a busy machine from failing tests.
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

  /// Waits until no task can proceed, and throws an error if any task sleeps on the clock.
  public func checkSuspension() async throws(SuspensionError) {
    await work.settle()
    let count = sleeperCount
    if count > 0 { throw .stillSleeping(count: count) }
  }

  private var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// Wakes the next sleeper whose deadline is at or before `limit`. Returns whether one was woken.
  ///
  /// If the order of tasks is drawn, all sleepers with the same deadline wake together.
  private func wakeNext(until limit: Instant?) -> Bool {
    let wakesTogether = work.hasDrawnOrder
    let woken: ArraySlice<Sleeper> = state.withLock { state in
      guard let next = state.sleepers.first, limit.map({ next.deadline <= $0 }) ?? true else {
        return []
      }
      state.now = next.deadline
      let woken =
        wakesTogether
        ? state.sleepers.prefix { $0.deadline == next.deadline } : state.sleepers.prefix(1)
      state.sleepers.removeFirst(woken.count)
      return woken
    }
    for sleeper in woken { sleeper.continuation.resume() }
    return !woken.isEmpty
  }
}

/// An error that indicates that tasks sleep on a test clock.
///
///     let clock = TestClock()
///     await #expect(throws: SuspensionError.self) {
///       async let sleep: Void = clock.sleep(for: .seconds(1))
///       try await clock.checkSuspension()
///       try await sleep
///     }
public enum SuspensionError: Error, Hashable {
  /// The given number of tasks still sleep on the clock.
  case stillSleeping(count: Int)
}

extension SuspensionError: CustomStringConvertible {
  /// The number of sleepers and a suggestion to end their sleep.
  public var description: String {
    switch self {
    case .stillSleeping(let count):
      """
      Expected no one to sleep on the clock, but \(count) \
      \(count == 1 ? "task does" : "tasks do"). Advance the clock to the end of the sleep, or \
      cancel the task that sleeps.
      """
    }
  }
}

enum ClockFailure {
  case stillSleeping(count: Int, timeout: Duration)
}

extension ClockFailure: CustomStringConvertible {
  var description: String {
    switch self {
    case .stillSleeping(let count, let timeout):
      """
      Expected all sleeps to finish, but some are still suspending after \(timeout).

      \(count == 1 ? "One task is" : "\(count) tasks are") still sleeping. A timer sleeps again \
      after each tick: end its task, or advance the clock by a known time instead. If the sleeps \
      do end, but not in time, pass a longer "timeout".
      """
    }
  }
}

extension TestClock<Duration>.Instant: ControlledInstant {}
