public import DependencyInjection
public import Dispatch
public import Foundation
public import TestStores

// The times of schedulers. Replaced by `\.date`, and by the instants of clocks.

extension DispatchQueue {
  /// A time of a scheduler for a queue.
  public typealias SchedulerTimeType = AnyClock<Duration>.Instant
}

extension RunLoop {
  /// A time of a scheduler for a run loop.
  public typealias SchedulerTimeType = AnyClock<Duration>.Instant
}

extension Scheduler {
  /// A time of the scheduler.
  public typealias SchedulerTimeType = AnyClock<Duration>.Instant
}

extension AnyClock<Duration>.Instant {
  /// A duration between two times of a scheduler.
  public typealias Stride = SchedulerStride

  /// The date of the time.
  ///
  /// A test's scheduler begins in 1970. For other schedulers, this is the current value of the
  /// dependency `\.date`, so read it as soon as the time is read.
  public var date: Date { SchedulerTime(after: offset).date }

  /// The time in nanoseconds, which has a meaning only in comparison with other times.
  public var dispatchTime: DispatchTime { SchedulerTime(after: offset).dispatchTime }
}

extension TestClock<Duration>.Instant {
  /// The date of the time on a scheduler that begins in 1970.
  public var date: Date { SchedulerTime(after: offset).date }

  /// The time in nanoseconds, which has a meaning only in comparison with other times.
  public var dispatchTime: DispatchTime { SchedulerTime(after: offset).dispatchTime }
}

private struct SchedulerTime {
  /// The time since 1970.
  private let offset: Duration

  init(after offset: Duration?) {
    @Dependency(\.date) var date
    self.offset = offset ?? .seconds(date.now.timeIntervalSince1970)
  }

  var date: Date { Date(timeIntervalSince1970: offset / .seconds(1)) }

  var dispatchTime: DispatchTime {
    let (seconds, attoseconds) = offset.components
    let nanoseconds = Int128(seconds) * 1_000_000_000 + Int128(attoseconds / 1_000_000_000)
    // A time of zero nanoseconds would be the current one. The type has no times before 1970.
    return DispatchTime(uptimeNanoseconds: UInt64(clamping: max(0, nanoseconds) + 1))
  }
}
