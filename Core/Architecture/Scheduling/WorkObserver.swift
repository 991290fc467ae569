/// An observer of the tasks of a test's work. Any thread can call it.
package protocol WorkObserver: AnyObject, Sendable {
  /// Notes that a task begins. Called in the task that creates it, or in the new task. If `isChild`
  /// is true, the creator cannot end before the new task.
  func taskDidBegin(_ task: UInt64, createdBy creator: UInt64?, isChild: Bool)

  /// Notes that code outside of the work, such as a block of a queue, lets a task continue.
  ///
  /// Such code runs at a moment that differs in each run. The observer can call `hold`, which
  /// delays the task until `TestWork.resume(_:)` is called. Returns whether it called `hold`.
  func taskCanContinue(fromOutside task: UInt64, hold: () -> Void) -> Bool

  /// Notes that a task, or a block of it, adds a block to one of the system's queues.
  ///
  /// Returns whether the block waits for `TestWork.runBlock()`.
  func taskAddsBlock(_ task: UInt64) -> Bool

  /// Notes that a task begins to wait for a real clock. Returns whether it waits for
  /// `TestWork.wake(_:)` instead.
  func taskWillSleep(_ task: UInt64) -> Bool
}

extension TestWork {
  /// The number of the current task, which is unique within the process.
  package static var currentTask: UInt64? { RuntimeTask.current }

  /// A number of the job that the main actor runs for a test; `nil` in any other job.
  ///
  /// A job is the part of a task between two suspensions.
  package static var currentMainJob: Int? { RunningJob.scope?.mainJob }
}
