import DependencyInjection
public import Dispatch
public import Foundation
import ReducerRuntime
public import TestStores

// Replaced by `TestClock`.

/// A scheduler whose time changes only when a test advances it.
///
///     let queue = TestScheduler<DispatchQueue>()
///     let store = TestStore(initialState: Profile.State()) {
///       Profile()
///     } withDependencies: {
///       $0.mainQueue = queue.eraseToAnyScheduler()
///     }
///     await queue.advance(by: .seconds(1))
public final class TestScheduler<Queue>: Scheduler, Sendable {
  /// The clock that the scheduler uses.
  public let clock = TestClock<Duration>()

  /// Creates a scheduler that shows the time zero.
  public init() {}

  /// The current time of the scheduler.
  public var now: TestClock<Duration>.Instant { clock.now }

  /// Advances the time, and wakes the tasks that sleep until then.
  public func advance(by stride: SchedulerStride = .zero) async {
    await clock.advance(by: stride.duration)
  }

  /// Advances the time until no task sleeps on the scheduler, or fails the test after a timeout.
  public func run(
    timeout: Duration = .milliseconds(500), fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    await clock.run(
      timeout: timeout, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Returns the scheduler with its concrete type erased.
  public func eraseToAnyScheduler() -> AnySchedulerOf<Queue> { AnyScheduler(clock) }
}

/// A scheduler for a queue whose time a test controls.
public typealias TestSchedulerOf<Queue> = TestScheduler<Queue>

extension DispatchQueue {
  /// A new scheduler whose time a test controls.
  public static var test: TestSchedulerOf<DispatchQueue> { TestScheduler() }

  /// A new scheduler whose time a test controls. The former name of `test`.
  public static var testScheduler: TestSchedulerOf<DispatchQueue> { test }
}

extension RunLoop {
  /// A new scheduler whose time a test controls.
  public static var test: TestSchedulerOf<RunLoop> { TestScheduler() }

  /// A new scheduler whose time a test controls. The former name of `test`.
  public static var testScheduler: TestSchedulerOf<RunLoop> { test }
}
