import DependencyInjection
import Issues

// The library uses parts of the Swift runtime that aren't public to determine when nothing in a
// test can proceed. All such uses are in this folder:
//
// - RuntimeTask.swift calls `swift_task_getCurrent` and `swift_task_getJobTaskId`, which the
//   runtime exports without declaring them. It relies on `Task` and `UnownedJob` being a single
//   reference to the job, and on task numbers increasing in the order of creation.
// - MainWorkExecutor.swift sets the variables `swift_task_getMainExecutor_hook` and
//   `swift_task_isMainExecutor_hook`. It relies on the runtime calling the hooks in Swift's thin
//   convention with the original function as the last argument. It also relies on a serial executor
//   reference having two words, the first of them the object.
// - PoolWorkExecutor.swift calls `_createExecutors(factory:)`, which is SPI of the standard
//   library, like `SchedulingExecutor`. It relies on the process using `Task.defaultExecutor` for
//   jobs that aren't bound to an actor, and on a reference of zeroes meaning no executor.
//
// Calling conventions and memory layouts can't be queried. The hooks are therefore compiled only
// with the compilers they have been tested with. Everything that can be queried is checked when the
// hooks are first used. To support a different compiler, extend the conditions here and in the
// files of both executors, and run `swift test --filter ComposableArchitectureTestingTests`.

/// The hooks into the Swift runtime that count the jobs of tests.
package enum RuntimeHooks {
  /// Whether the runtime reports the jobs of tests. The first access installs the hooks.
  static var areInstalled: Bool { failure == nil }

  /// The reason why the hooks aren't installed, if any. Reported once per process as a note.
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
      _ = WorkRegistry.firstTask
      try MainWorkExecutor.install()
      do throws(HookFailure) {
        try PoolWorkExecutor.install()
        try checkCount()
        StrayCalls.distinguishTests { WorkScope.current.map(ObjectIdentifier.init) }
        ImmediateSleep.replaceWait { await WorkScope.sleepImmediately() }
      } catch {
        // The pool's executor can stay, because it forwards jobs that belong to no known test.
        MainWorkExecutor.uninstall()
        throw error
      }
    #elseif os(Linux)
      throw .untestedCompiler
    #else
      throw .unsupportedPlatform
    #endif
  }

  #if os(Linux) && compiler(>=6.3) && compiler(<6.4)
    /// Checks that jobs enqueued by tasks of tests are counted, and that other jobs are ignored.
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

package enum HookFailure: Error, Equatable {
  case unsupportedPlatform
  case untestedCompiler
  case missingSymbol(String)
  case usedHook(String)
  case unknownTasks
  case unknownPool
  case wrongMainExecutor
  case uncountedJobs
}

extension HookFailure: CustomStringConvertible {
  /// The note for test runs, with the reason, the consequence and the remedy.
  package var description: String {
    """
    cannot count the tasks of tests: \(reason). Test stores and clocks wait for one turn of the \
    main actor instead, which may be too short for work on other threads. To count tasks, \
    \(remedy).
    """
  }

  private var remedy: String {
    if case .usedHook = self { return "remove the code that sets the hook" }
    return "test with Swift 6.3"
  }

  private var reason: String {
    switch self {
    case .unsupportedPlatform: "the platform does not support replacing executors"
    case .untestedCompiler: "the hooks into the Swift runtime are untested with this compiler"
    case .missingSymbol(let name): "the Swift runtime has no '\(name)'"
    case .usedHook(let name): "other code in this process has set '\(name)'"
    case .unknownTasks: "the Swift runtime numbers tasks in an unknown way"
    case .unknownPool: "the executor of this process cannot run jobs after a delay"
    case .wrongMainExecutor: "the Swift runtime gives the executor of tests to all code"
    case .uncountedJobs: "the Swift runtime enqueues jobs without the executors of tests"
    }
  }
}
