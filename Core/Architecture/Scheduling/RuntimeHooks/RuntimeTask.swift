import DependencyInjection
import Issues

/// The task numbers of the Swift runtime, which start at 1 and are unique within a process.
enum RuntimeTask {
  private typealias NumberOfJob = @convention(c) (UnsafeRawPointer) -> UInt64
  private typealias CurrentTask = @convention(c) () -> UnsafeRawPointer?

  private static let numberOfJob = RuntimeSymbol.numberOfJob.address
    .map { unsafeBitCast($0, to: NumberOfJob.self) }
  private static let currentTask = RuntimeSymbol.currentTask.address
    .map { unsafeBitCast($0, to: CurrentTask.self) }

  static var current: UInt64? {
    guard let task = currentTask?() else { return nil }
    return numberOfJob?(task)
  }

  /// The number of a newly created task. Tasks created later have larger numbers.
  static var new: UInt64 { number(of: Task {}) }

  /// Returns the number of a job's task, or `nil` if the job doesn't belong to a task.
  static func number(of job: UnownedJob) -> UInt64? {
    // A job consists of a single reference. Jobs that aren't tasks have the number zero.
    let number = numberOfJob?(unsafeBitCast(job, to: UnsafeRawPointer.self)) ?? 0
    return number == 0 ? nil : number
  }

  /// Returns whether a job's task is a child task, as in a task group or an `async let`.
  static func isChild(_ job: UnownedJob) -> Bool {
    let job = unsafeBitCast(job, to: UnsafeRawPointer.self)
    return job.load(fromByteOffset: flagsOffset, as: UInt32.self) & childFlag != 0
  }

  /// The offset of a job's flags, after the header of the object and two words of the scheduler.
  private static let flagsOffset = 32
  private static let childFlag: UInt32 = 1 << 24

  private static func number(of task: Task<Void, Never>) -> UInt64 {
    numberOfJob?(unsafeBitCast(task, to: UnsafeRawPointer.self)) ?? 0
  }

  #if os(Linux) && compiler(>=6.3) && compiler(<6.4)
    /// Checks that a task has one number, inside and outside, and that task numbers increase.
    static func check() throws(HookFailure) {
      _ = try RuntimeSymbol.numberOfJob.found
      _ = try RuntimeSymbol.currentTask.found
      let reference = MemoryLayout<UnsafeRawPointer>.size
      guard MemoryLayout<Task<Void, Never>>.size == reference,
        MemoryLayout<UnownedJob>.size == reference
      else { throw .unknownTasks }
      let inside = LockIsolated<UInt64?>(nil)
      let number = number(of: Task.immediate { inside.setValue(current) })
      guard number > 0, inside.value == number, new > number else { throw .unknownTasks }
      // The number of a job follows its flags.
      let task = unsafeBitCast(Task {}, to: UnsafeRawPointer.self)
      let low = task.load(fromByteOffset: flagsOffset + 4, as: UInt32.self)
      guard UInt64(low) == numberOfJob?(task) else { throw .unknownTasks }
    }
  #endif
}

/// Symbols that the Swift runtime exports without declaring them.
enum RuntimeSymbol: String {
  case numberOfJob = "swift_task_getJobTaskId"
  case currentTask = "swift_task_getCurrent"
  /// The variable for a function that replaces the main actor's executor.
  case mainExecutorHook = "swift_task_getMainExecutor_hook"
  /// The variable for a function that determines whether an executor is the main actor's.
  case isMainExecutorHook = "swift_task_isMainExecutor_hook"

  var address: UnsafeMutableRawPointer? { ProcessSymbols.address(of: rawValue) }

  var found: UnsafeMutableRawPointer {
    get throws(HookFailure) {
      guard let address else { throw .missingSymbol(rawValue) }
      return address
    }
  }

  /// The address of a hook. Throws an error if the hook is missing or already set.
  var unusedHook: UnsafeMutableRawPointer {
    get throws(HookFailure) {
      let address = try found
      guard address.load(as: UInt.self) == 0 else { throw .usedHook(rawValue) }
      return address
    }
  }
}
