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
