import Dispatch
import Locking

/// A serial queue that writes a log away from the thread that records.
///
/// Waking a thread costs the waking thread as much as a hundred steps. When work arrives
/// frequently, the writer thread therefore polls for it, and is woken only if a caller waits.
package final class WriterQueue: Sendable {
  package typealias Work = @Sendable () -> Void

  private let queue = DispatchQueue(label: "reprise.session-log.writer", qos: .utility)
  private let arrivals = Mutex(WorkArrivals())
  private let alarm = DispatchSemaphore(value: 0)

  package init() {}

  package func add(_ work: @escaping Work) {
    let now = DispatchTime.now().uptimeNanoseconds
    let wasAwake = arrivals.withLock { $0.add(work, at: now) }
    if !wasAwake { queue.async { [self] in drainWhileAwake() } }
  }

  /// Wakes the writer if it is pausing between polls.
  func wake() {
    if arrivals.withLock(\.isAwake) { alarm.signal() }
  }

  /// Waits until all added work is done, and then calls `body` on the queue.
  package func sync<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    arrivals.withLock { $0.waiterCount += 1 }
    defer { arrivals.withLock { $0.waiterCount -= 1 } }
    wake()
    return try queue.sync {
      // Another thread may have added work, and may be about to wake the writer for it.
      drain()
      return Result(catching: body)
    }.get()
  }

  private func drain() {
    while let work = arrivals.withLock({ $0.take() }) { work() }
  }

  /// Does pending work, and polls for more until none has arrived for a while.
  private func drainWhileAwake() {
    while true {
      drain()
      let now = DispatchTime.now().uptimeNanoseconds
      guard let pause = arrivals.withLock({ $0.pause(at: now) }) else { return }
      _ = alarm.wait(timeout: .now() + .nanoseconds(Int(pause)))
    }
  }
}

/// The pending work of a writer, and the rate at which more arrives.
package struct WorkArrivals {
  package private(set) var isAwake = false
  /// The number of callers that are waiting for the writer to become idle.
  package var waiterCount = 0

  private var waiting: [WriterQueue.Work] = []
  private var last: UInt64 = 0
  private var interval = UInt64.max

  package init() {}

  /// The intervals between pieces of work, in nanoseconds, at which the writer polls for the next.
  ///
  /// At shorter intervals, there is usually a piece waiting when the last one is done. At longer
  /// ones, too many polls would be in vain.
  static let expectedIntervals: ClosedRange<UInt64> = 2_000_000...40_000_000
  /// The number of polls in the interval in which work is expected.
  private static let pollsPerInterval: UInt64 = 4

  /// Adds a piece of work, and returns whether the writer will find it without being woken.
  package mutating func add(_ work: @escaping WriterQueue.Work, at now: UInt64) -> Bool {
    waiting.append(work)
    interval = now - last
    last = now
    defer { isAwake = true }
    return isAwake
  }

  package mutating func take() -> WriterQueue.Work? {
    waiting.isEmpty ? nil : waiting.removeFirst()
  }

  /// Returns the nanoseconds until the next poll, or `nil` if the writer must be woken.
  package mutating func pause(at now: UInt64) -> UInt64? {
    guard waiting.isEmpty else { return 0 }
    let isExpected = Self.expectedIntervals.contains(interval) && now - last <= 2 * interval
    guard waiterCount == 0, isExpected else {
      isAwake = false
      return nil
    }
    return interval / Self.pollsPerInterval
  }
}
