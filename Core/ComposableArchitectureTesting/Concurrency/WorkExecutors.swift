#if os(Linux)
  @_spi(ExperimentalCustomExecutors) import _Concurrency
#endif

/// Has the Swift runtime queue the jobs of the process where those of tests are counted.
enum WorkExecutors {
  /// Whether the runtime does, which it tries from the first time that this is read.
  static let areInstalled: Bool = {
    #if os(Linux)
      guard RuntimeTask.isKnown, installMain() else { return false }
      return installPool()
    #else
      // The executors of a process cannot be replaced there.
      return false
    #endif
  }()

  #if os(Linux)
    private typealias MainOriginal = @convention(thin) () -> UnownedSerialExecutor
    private typealias Main = @convention(thin) (MainOriginal) -> UnownedSerialExecutor
    private typealias IsMainOriginal = @convention(thin) (UnownedSerialExecutor) -> Bool
    private typealias IsMain =
      @convention(thin) (UnownedSerialExecutor, IsMainOriginal) -> Bool

    private enum Factory: ExecutorFactory {
      static let mainExecutor: any MainExecutor = MainActor.executor
      static let defaultExecutor: any TaskExecutor = pool ?? globalConcurrentExecutor
      static let pool = PoolWorkExecutor(before: globalConcurrentExecutor)
    }

    private static func installPool() -> Bool {
      guard Factory.pool != nil else { return false }
      _createExecutors(factory: Factory.self)
      return true
    }

    /// The main actor's executor stays as it is but in the eyes of tests' tasks.
    private static func installMain() -> Bool {
      guard let main = RuntimeSymbol.find("swift_task_getMainExecutor_hook"),
        let isMain = RuntimeSymbol.find("swift_task_isMainExecutor_hook")
      else { return false }
      isMain.assumingMemoryBound(to: IsMain?.self).pointee = { executor, original in
        MainWorkExecutor.isShared(executor) || original(executor)
      }
      main.assumingMemoryBound(to: Main?.self).pointee = { original in
        WorkScope.current == nil ? original() : MainWorkExecutor.unowned
      }
      return true
    }
  #endif
}
