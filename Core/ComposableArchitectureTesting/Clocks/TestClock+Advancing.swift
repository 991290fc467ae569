import DependencyInjection
import Locking

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
