import DependencyInjection

/// The numbers that the Swift runtime gives to tasks: from 1, and each once in a process.
enum RuntimeTask {
  private typealias NumberOfJob = @convention(c) (UnsafeRawPointer) -> UInt64
  private typealias CurrentTask = @convention(c) () -> UnsafeRawPointer?

  private static let numberOfJob = RuntimeSymbol.numberOfJob.address
    .map { unsafeBitCast($0, to: NumberOfJob.self) }
  private static let currentTask = RuntimeSymbol.currentTask.address
    .map { unsafeBitCast($0, to: CurrentTask.self) }

  /// The number of the current task, if there is one.
  static var current: UInt64? {
    guard let task = currentTask?() else { return nil }
    return numberOfJob?(task)
  }

  /// The number of a task that is created to have it: all later ones have larger numbers.
  static var new: UInt64 { number(of: Task {}) }

  /// The number of the task that a job is of; nil if the job is not of a task.
  static func number(of job: UnownedJob) -> UInt64? {
    // A job is the reference to it and nothing else; what is not a task has the number zero.
    let number = numberOfJob?(unsafeBitCast(job, to: UnsafeRawPointer.self)) ?? 0
    return number == 0 ? nil : number
  }

  private static func number(of task: Task<Void, Never>) -> UInt64 {
    numberOfJob?(unsafeBitCast(task, to: UnsafeRawPointer.self)) ?? 0
  }

  #if os(Linux) && compiler(>=6.3) && compiler(<6.4)
    /// Checks that a task has one number, from inside and outside, and later tasks larger ones.
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
    }
  #endif
}

/// A symbol that the Swift runtime exports without declaring it.
enum RuntimeSymbol: String {
  /// The function that returns the number of a job's task.
  case numberOfJob = "swift_task_getJobTaskId"
  /// The function that returns the current task.
  case currentTask = "swift_task_getCurrent"
  /// The variable with the function that is asked for the main actor's executor.
  case mainExecutorHook = "swift_task_getMainExecutor_hook"
  /// The variable with the function that is asked whether an executor is the main actor's.
  case isMainExecutorHook = "swift_task_isMainExecutor_hook"

  /// The address, if the runtime has the symbol.
  var address: UnsafeMutableRawPointer? { ProcessSymbols.address(of: rawValue) }

  /// The address; throws if the runtime does not have the symbol.
  var found: UnsafeMutableRawPointer {
    get throws(HookFailure) {
      guard let address else { throw .missingSymbol(rawValue) }
      return address
    }
  }

  /// The address of a hook that nothing has set; throws otherwise.
  var unusedHook: UnsafeMutableRawPointer {
    get throws(HookFailure) {
      let address = try found
      guard address.load(as: UInt.self) == 0 else { throw .usedHook(rawValue) }
      return address
    }
  }
}
