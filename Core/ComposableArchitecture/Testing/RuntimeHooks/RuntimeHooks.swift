import DependencyInjection

// What the library takes from the Swift runtime that is not part of its published interface, so that
// it can tell when nothing of a test can proceed. All of it is in this folder:
//
// - RuntimeTask.swift calls `swift_task_getCurrent` and `swift_task_getJobTaskId`, which the runtime
//   exports without declaring them. It relies on a `Task` and an `UnownedJob` being one reference to
//   the job, and on the numbers of tasks ascending in the order in which tasks are created.
// - MainWorkExecutor.swift is set by the variables `swift_task_getMainExecutor_hook` and
//   `swift_task_isMainExecutor_hook`. It relies on the runtime calling them in the thin convention of
//   Swift with the original as the last argument, and on a reference to a serial executor being two
//   words, the first of which is the object.
// - PoolWorkExecutor.swift is set by `_createExecutors(factory:)`, which is SPI of the standard
//   library, as is `SchedulingExecutor`. It relies on the process asking `Task.defaultExecutor` where
//   a job runs that is bound to no actor, and on a reference of zeroes being that to no executor.
//
// Calling conventions and memory layouts cannot be asked for, so the hooks are compiled only for
// the compilers that they were tried with. What can be asked for is checked when the hooks are first
// used. To try another compiler, widen the condition here and in the two executors' files, and run
// `swift test --filter ComposableArchitectureTestingTests`.

/// The hooks into the Swift runtime by which the jobs of tests are counted.
package enum RuntimeHooks {
  /// Whether the runtime reports the jobs of tests; it is asked to the first time that this is read.
  static var areInstalled: Bool { failure == nil }

  /// The reason why the hooks are not installed, if they are not; a note has it, once in a process.
  package static let failure: HookFailure? = {
    do throws(HookFailure) {
      try install()
      return nil
    } catch {
      if error != .unsupportedPlatform {
        StandardErrorReporter.report(
          ReportedIssue(message: error.description, location: nil, severity: .note))
      }
      return error
    }
  }()

  private static func install() throws(HookFailure) {
    #if os(Linux) && compiler(>=6.3) && compiler(<6.4)
      try RuntimeTask.check()
      try MainWorkExecutor.install()
      do throws(HookFailure) {
        try PoolWorkExecutor.install()
        try checkCount()
      } catch {
        // The pool's executor may stay: it hands on what is of no known test.
        MainWorkExecutor.uninstall()
        throw error
      }
    #elseif os(Linux)
      throw .untriedCompiler
    #else
      throw .unsupportedPlatform
    #endif
  }

  #if os(Linux) && compiler(>=6.3) && compiler(<6.4)
    /// Checks that jobs are counted which a task of a test queues, and no others are looked at.
    private static func checkCount() throws(HookFailure) {
      let scope = WorkScope(oldestTask: RuntimeTask.new)
      scope.hold()
      defer { scope.release() }
      guard !MainWorkExecutor.isShared(MainActor.sharedUnownedExecutor) else {
        throw .wrongMainExecutor
      }
      let counts = LockIsolated<[UInt64]>([])
      _ = Task.immediate {
        guard let task = RuntimeTask.current, scope.adopt(task) else { return }
        counts.setValue([scope.jobCount])
        _ = Task.detached {}
        counts.withValue { $0.append(scope.jobCount) }
        guard MainWorkExecutor.isShared(MainActor.sharedUnownedExecutor) else { return }
        _ = Task { @MainActor in }
        counts.withValue { $0.append(scope.jobCount) }
      }
      guard counts.value == [0, 1, 2] else { throw .uncountedJobs }
    }
  #endif
}

/// The reason why the jobs of tests cannot be counted.
package enum HookFailure: Error, Equatable {
  /// The executors of a process cannot be replaced there.
  case unsupportedPlatform
  /// The hooks were not tried with the compiler.
  case untriedCompiler
  /// The runtime does not export a symbol.
  case missingSymbol(String)
  /// Something else of the process has set a hook.
  case usedHook(String)
  /// The runtime's tasks are not laid out or numbered as expected.
  case unknownTasks
  /// The executor of the process cannot run jobs after a delay.
  case unknownPool
  /// Code outside of tests gets the executor of tests.
  case wrongMainExecutor
  /// Jobs that a test queues are not counted.
  case uncountedJobs
}

extension HookFailure: CustomStringConvertible {
  /// The note to who runs the tests.
  package var description: String {
    """
    cannot count the tasks of tests: \(reason). Test stores and clocks wait for a turn of the main \
    actor instead, which work on other threads may outlast: \(remedy).
    """
  }

  private var remedy: String {
    if case .usedHook = self { return "remove what sets the hook" }
    return "test with Swift 6.3"
  }

  private var reason: String {
    switch self {
    case .unsupportedPlatform: "the system does not let executors be replaced"
    case .untriedCompiler: "the hooks into the Swift runtime were not tried with this compiler"
    case .missingSymbol(let name): "the Swift runtime has no '\(name)'"
    case .usedHook(let name): "other code of this process has set '\(name)'"
    case .unknownTasks: "the Swift runtime numbers tasks in an unknown form"
    case .unknownPool: "the executor of this process cannot run jobs after a delay"
    case .wrongMainExecutor: "the Swift runtime gives all code the executor of tests"
    case .uncountedJobs: "the Swift runtime queues jobs past the executors of tests"
    }
  }
}
