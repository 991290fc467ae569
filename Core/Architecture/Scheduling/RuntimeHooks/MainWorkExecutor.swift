import Dispatch
import Synchronization

/// An executor that runs tests' main-actor jobs on the main queue and counts them.
final class MainWorkExecutor: SerialExecutor {
  private static let shared = MainWorkExecutor()
  static let unowned = UnownedSerialExecutor(ordinary: shared)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if let scope = WorkScope.scope(of: job) {
      scope.enqueue(job, on: Self.unowned, in: .main)
    } else if WorkScope.areAllSerial.load(ordering: .relaxed) {
      SerialJobs.main.add(job, of: nil, on: Self.unowned)
    } else {
      DispatchQueue.main.async { job.runSynchronously(on: Self.unowned) }
    }
  }

  static func isShared(_ executor: UnownedSerialExecutor) -> Bool {
    // A reference has two words: the object and its witness table.
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

    /// Makes tasks of tests use this executor, leaving all other tasks unaffected.
    static func install() throws(HookFailure) {
      guard MemoryLayout<UnownedSerialExecutor>.size == MemoryLayout<(UInt, UInt)>.size,
        isReference(unowned)
      else { throw .unknownTasks }
      let main = try RuntimeSymbol.mainExecutorHook.unusedHook
      let isMain = try RuntimeSymbol.isMainExecutorHook.unusedHook
      // The functions capture nothing, because the runtime can't pass them a context.
      isMain.assumingMemoryBound(to: IsMain?.self).pointee = { executor, original in
        MainWorkExecutor.isShared(executor) || original(executor)
      }
      main.assumingMemoryBound(to: Main?.self).pointee = { original in
        WorkScope.current == nil ? original() : MainWorkExecutor.unowned
      }
    }

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
