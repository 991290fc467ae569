public import DependencyInjection
public import Dispatch
public import Foundation
import ReducerRuntime

// Replaced by `\.continuousClock`.

extension DispatchQueue: Scheduler {
  /// Returns a scheduler that uses real time.
  public func eraseToAnyScheduler() -> AnySchedulerOf<DispatchQueue> { .main }

  /// A scheduler whose sleeps end immediately.
  public static var immediate: AnySchedulerOf<DispatchQueue> { .immediate }

  /// Creates a scheduler that fails the test when it is used.
  public static func unimplemented(_ name: String = "DispatchQueue") -> AnySchedulerOf<
    DispatchQueue
  > {
    .unimplemented(name)
  }
}

extension RunLoop: Scheduler {
  /// Returns a scheduler that uses real time.
  public func eraseToAnyScheduler() -> AnySchedulerOf<RunLoop> { .main }

  /// A scheduler whose sleeps end immediately.
  public static var immediate: AnySchedulerOf<RunLoop> { .immediate }

  /// Creates a scheduler that fails the test when it is used.
  public static func unimplemented(_ name: String = "RunLoop") -> AnySchedulerOf<RunLoop> {
    .unimplemented(name)
  }
}

extension DependencyValues {
  /// The scheduler of the main queue, which tests must override before using it.
  public var mainQueue: AnySchedulerOf<DispatchQueue> {
    get { self[MainQueueKey.self] }
    set { self[MainQueueKey.self] = newValue }
  }

  /// The scheduler of the main run loop, which tests must override before using it.
  public var mainRunLoop: AnySchedulerOf<RunLoop> {
    get { self[MainRunLoopKey.self] }
    set { self[MainRunLoopKey.self] = newValue }
  }
}

private enum MainQueueKey: DependencyKey, UncontrolledTestKey {
  static let liveValue = AnySchedulerOf<DispatchQueue>.main
  static var testValue: AnySchedulerOf<DispatchQueue> {
    AnyScheduler(UnimplementedClock(of: "mainQueue", example: ".immediate"))
  }
}

private enum MainRunLoopKey: DependencyKey, UncontrolledTestKey {
  static let liveValue = AnySchedulerOf<RunLoop>.main
  static var testValue: AnySchedulerOf<RunLoop> {
    AnyScheduler(UnimplementedClock(of: "mainRunLoop", example: ".immediate"))
  }
}
