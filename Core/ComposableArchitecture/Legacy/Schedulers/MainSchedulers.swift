public import DependencyInjection
public import Dispatch
public import Foundation

// Replaced by `\.continuousClock`.

extension DispatchQueue: Scheduler {
  /// The scheduler of the real time.
  public func eraseToAnyScheduler() -> AnySchedulerOf<DispatchQueue> { .main }

  /// A scheduler whose sleeps end at once.
  public static var immediate: AnySchedulerOf<DispatchQueue> { .immediate }

  /// A scheduler that fails the test that uses it.
  public static func unimplemented(_ name: String = "DispatchQueue") -> AnySchedulerOf<
    DispatchQueue
  > {
    .unimplemented(name)
  }
}

extension RunLoop: Scheduler {
  /// The scheduler of the real time.
  public func eraseToAnyScheduler() -> AnySchedulerOf<RunLoop> { .main }

  /// A scheduler whose sleeps end at once.
  public static var immediate: AnySchedulerOf<RunLoop> { .immediate }

  /// A scheduler that fails the test that uses it.
  public static func unimplemented(_ name: String = "RunLoop") -> AnySchedulerOf<RunLoop> {
    .unimplemented(name)
  }
}

extension DependencyValues {
  /// The scheduler of the main queue; in tests it fails when used, unless overridden.
  public var mainQueue: AnySchedulerOf<DispatchQueue> {
    get { self[MainQueueKey.self] }
    set { self[MainQueueKey.self] = newValue }
  }

  /// The scheduler of the main run loop; in tests it fails when used, unless overridden.
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
