import Dispatch
import Locking

/// Does the work of a log's writer, piece by piece in order, away from the thread that records.
///
/// To wake a thread costs the one that wakes it as much as a hundred steps do. So where work comes often,
/// the writer's thread looks for the next piece by itself, and is woken only when somebody waits for it.
package final class WriterQueue: Sendable {
  /// A piece of work.
  package typealias Work = @Sendable () -> Void

  private let queue = DispatchQueue(label: "reprise.session-log.writer", qos: .utility)
  private let arrivals = Mutex(WorkArrivals())
  private let alarm = DispatchSemaphore(value: 0)

  /// Creates a queue without work.
  package init() {}

  /// Adds a piece of work.
  package func add(_ work: @escaping Work) {
    let now = DispatchTime.now().uptimeNanoseconds
    let wasAwake = arrivals.withLock { $0.add(work, at: now) }
    if !wasAwake { queue.async { [self] in workWhileAwake() } }
  }

  /// Lets the writer begin at once with what waits.
  func hurry() {
    if arrivals.withLock(\.isAwake) { alarm.signal() }
  }

  /// Waits until all work that was added is done, and then does some that is waited for.
  package func sync<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    arrivals.withLock { $0.visitorCount += 1 }
    defer { arrivals.withLock { $0.visitorCount -= 1 } }
    hurry()
    return try queue.sync {
      // Another thread may have added some, and be about to wake the writer for it.
      workOff()
      return Result(catching: body)
    }.get()
  }

  private func workOff() {
    while let work = arrivals.withLock({ $0.take() }) { work() }
  }

  /// Does what waits, and looks for more until none has come for a while.
  private func workWhileAwake() {
    while true {
      workOff()
      let now = DispatchTime.now().uptimeNanoseconds
      guard let pause = arrivals.withLock({ $0.pause(at: now) }) else { return }
      _ = alarm.wait(timeout: .now() + .nanoseconds(Int(pause)))
    }
  }
}

/// The work that waits for a writer, and how often more comes.
package struct WorkArrivals {
  /// Whether the writer works, or looks for work by itself.
  package private(set) var isAwake = false
  /// How many callers wait until there is nothing to do.
  package var visitorCount = 0

  private var waiting: [WriterQueue.Work] = []
  private var last: UInt64 = 0
  private var interval = UInt64.max

  /// Begins without work.
  package init() {}

  /// The time between two pieces, in nanoseconds, with which the writer looks for the next by itself.
  ///
  /// With less, there is mostly one when it has done the last; with more, it would look in vain too often.
  static let expectedIntervals: ClosedRange<UInt64> = 2_000_000...40_000_000
  /// How often the writer looks for work in the time in which some is expected.
  private static let looksPerInterval: UInt64 = 4

  /// Adds a piece; returns whether the writer will find it by itself.
  package mutating func add(_ work: @escaping WriterQueue.Work, at now: UInt64) -> Bool {
    waiting.append(work)
    interval = now - last
    last = now
    defer { isAwake = true }
    return isAwake
  }

  /// Gives the next piece, if there is one.
  package mutating func take() -> WriterQueue.Work? {
    waiting.isEmpty ? nil : waiting.removeFirst()
  }

  /// How long the writer waits before it looks again, in nanoseconds; `nil` if it is to be woken.
  package mutating func pause(at now: UInt64) -> UInt64? {
    guard waiting.isEmpty else { return 0 }
    let isExpected = Self.expectedIntervals.contains(interval) && now - last <= 2 * interval
    guard visitorCount == 0, isExpected else {
      isAwake = false
      return nil
    }
    return interval / Self.looksPerInterval
  }
}
