import Dispatch
import Synchronization

/// Has the Swift runtime ask where to run a job.
///
/// Jobs of tasks that are of no known test go where they would go without this.
enum RuntimeHooks {
  typealias EnqueueOriginal = @convention(thin) (UnownedJob) -> Void
  private typealias Enqueue = @convention(thin) (UnownedJob, EnqueueOriginal) -> Void
  typealias MainOriginal = @convention(thin) () -> UnownedSerialExecutor
  private typealias Main = @convention(thin) (MainOriginal) -> UnownedSerialExecutor
  typealias IsMainOriginal = @convention(thin) (UnownedSerialExecutor) -> Bool
  private typealias IsMain =
    @convention(thin) (UnownedSerialExecutor, IsMainOriginal) -> Bool

  /// Whether the runtime asks, which it does from the first time that this is read.
  static let areInstalled: Bool = {
    guard RuntimeTask.isKnown,
      let enqueue = RuntimeSymbol.find("swift_task_enqueueGlobal_hook"),
      let main = RuntimeSymbol.find("swift_task_getMainExecutor_hook"),
      let isMain = RuntimeSymbol.find("swift_task_isMainExecutor_hook")
    else { return false }
    enqueue.assumingMemoryBound(to: Enqueue?.self).pointee = { job, original in
      RuntimeHooks.enqueue(job, original)
    }
    isMain.assumingMemoryBound(to: IsMain?.self).pointee = { executor, original in
      MainWorkExecutor.isShared(executor) || original(executor)
    }
    main.assumingMemoryBound(to: Main?.self).pointee = { original in
      WorkScope.current == nil ? original() : MainWorkExecutor.unowned
    }
    return true
  }()

  /// Whether jobs of no known test run one by one on the main thread, too.
  static let isSerialForAll = Atomic(false)

  /// The executor of jobs that are bound to no actor: no executor, as the runtime writes it.
  private static let unbound = unsafeBitCast((0, 0), to: UnownedSerialExecutor.self)

  private static func enqueue(_ job: UnownedJob, _ original: EnqueueOriginal) {
    guard let scope = WorkScope.taking(job) else {
      guard isSerialForAll.load(ordering: .relaxed) else { return original(job) }
      return DispatchQueue.main.async { job.runSynchronously(on: unbound) }
    }
    scope.jobQueued()
    let isSerial = scope.policy == .serial || isSerialForAll.load(ordering: .relaxed)
    let queue = isSerial ? DispatchQueue.main : DispatchQueue.global()
    queue.async { RunningJob.run(job, of: scope, on: unbound) }
  }
}
