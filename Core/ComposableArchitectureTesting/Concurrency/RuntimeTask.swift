import Foundation

/// The numbers that the Swift runtime gives to tasks: from 1, and each once in a process.
enum RuntimeTask {
  private typealias NumberOfJob = @convention(c) (UnsafeRawPointer) -> UInt64
  private typealias CurrentTask = @convention(c) () -> UnsafeRawPointer?

  private static let numberOfJob = RuntimeSymbol.find("swift_task_getJobTaskId")
    .map { unsafeBitCast($0, to: NumberOfJob.self) }
  private static let currentTask = RuntimeSymbol.find("swift_task_getCurrent")
    .map { unsafeBitCast($0, to: CurrentTask.self) }

  /// Whether the runtime tells.
  static let isKnown = numberOfJob != nil && currentTask != nil

  /// The number of the current task, if there is one.
  static var current: UInt64? {
    guard let task = currentTask?() else { return nil }
    return numberOfJob?(task)
  }

  /// The number of a task that is created to have it: all later ones have larger numbers.
  static var new: UInt64 {
    let task = Task {}
    return numberOfJob?(unsafeBitCast(task, to: UnsafeRawPointer.self)) ?? 0
  }

  /// The number of the task that a job is of; nil if the job is not of a task.
  static func number(of job: UnownedJob) -> UInt64? {
    // A job is the reference to it and nothing else; what is not a task has the number zero.
    let number = numberOfJob?(unsafeBitCast(job, to: UnsafeRawPointer.self)) ?? 0
    return number == 0 ? nil : number
  }
}
