import Dispatch

/// The main actor's executor in the eyes of tests' tasks: the main queue, with jobs counted.
final class MainWorkExecutor: SerialExecutor {
  private static let shared = MainWorkExecutor()
  static let unowned = UnownedSerialExecutor(ordinary: shared)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    guard let scope = WorkScope.taking(job) else {
      return DispatchQueue.main.async { job.runSynchronously(on: Self.unowned) }
    }
    scope.jobQueued()
    DispatchQueue.main.async { RunningJob.run(job, of: scope, on: Self.unowned) }
  }

  /// Whether this is the executor that a reference is to.
  static func isShared(_ executor: UnownedSerialExecutor) -> Bool {
    // A reference is two words: the object, and the table of its functions.
    unsafeBitCast(executor, to: (UInt, UInt).self).0
      == unsafeBitCast(unowned, to: (UInt, UInt).self).0
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor { Self.unowned }

  func checkIsolated() {
    dispatchPrecondition(condition: .onQueue(.main))
  }
}

#if os(Linux) && compiler(>=6.3) && compiler(<6.4)
  extension MainWorkExecutor {
    private typealias MainOriginal = @convention(thin) () -> UnownedSerialExecutor
    private typealias Main = @convention(thin) (MainOriginal) -> UnownedSerialExecutor
    private typealias IsMainOriginal = @convention(thin) (UnownedSerialExecutor) -> Bool
    private typealias IsMain =
      @convention(thin) (UnownedSerialExecutor, IsMainOriginal) -> Bool

    /// Has tests' tasks see this executor; that of all others stays as it is.
    static func install() throws(HookFailure) {
      guard MemoryLayout<UnownedSerialExecutor>.size == MemoryLayout<(UInt, UInt)>.size,
        isReference(unowned)
      else { throw .unknownTasks }
      let main = try RuntimeSymbol.mainExecutorHook.unusedHook
      let isMain = try RuntimeSymbol.isMainExecutorHook.unusedHook
      // The functions capture nothing: the runtime has no place for a context.
      isMain.assumingMemoryBound(to: IsMain?.self).pointee = { executor, original in
        MainWorkExecutor.isShared(executor) || original(executor)
      }
      main.assumingMemoryBound(to: Main?.self).pointee = { original in
        WorkScope.current == nil ? original() : MainWorkExecutor.unowned
      }
    }

    /// Has all tasks see the executor that the runtime provides.
    static func uninstall() {
      RuntimeSymbol.mainExecutorHook.address?.storeBytes(of: 0, as: UInt.self)
      RuntimeSymbol.isMainExecutorHook.address?.storeBytes(of: 0, as: UInt.self)
    }

    private static func isReference(_ executor: UnownedSerialExecutor) -> Bool {
      unsafeBitCast(executor, to: (UInt, UInt).self).0
        == UInt(bitPattern: Unmanaged.passUnretained(shared).toOpaque())
    }
  }
#endif
