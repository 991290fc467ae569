import Foundation

/// The job that a thread runs for a test.
///
/// A task-local value would not do: it belongs to the task, and what is asked for is the thread.
enum RunningJob {
  private static let key = {
    var key = pthread_key_t()
    let status = pthread_key_create(&key, nil)
    precondition(status == 0, "The system has no key left for a value of each thread.")
    return key
  }()

  /// The test whose job the thread runs.
  static var scope: WorkScope? {
    pthread_getspecific(key).map { Unmanaged<WorkScope>.fromOpaque($0).takeUnretainedValue() }
  }

  /// The same, unless the test may be over.
  static var heldScope: WorkScope? {
    guard let scope, scope.isHeld else { return nil }
    return scope
  }

  /// Runs a job of a test on the current thread, and counts its end.
  static func run(_ job: UnownedJob, of scope: WorkScope, on executor: UnownedSerialExecutor) {
    let outer = pthread_getspecific(key)
    pthread_setspecific(key, Unmanaged.passUnretained(scope).toOpaque())
    job.runSynchronously(on: executor)
    pthread_setspecific(key, outer)
    scope.jobEnded()
  }
}
