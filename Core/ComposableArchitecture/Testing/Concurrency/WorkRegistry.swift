import Foundation
import Locking

/// Which test a task is of.
///
/// The registry is of the process because the runtime's hooks are. Tests that run at once share
/// nothing in it: the number of a task is given once, and a test's tasks go when the test does.
enum WorkRegistry {
  private struct Member {
    weak var scope: WorkScope?
  }

  private static let members = Mutex<[UInt64: Member]>([:])

  /// The test that a task is of, if it is known.
  static func scope(of task: UInt64) -> WorkScope? {
    let scope = members.withLock { $0[task]?.scope }
    return scope?.isHeld == true ? scope : nil
  }

  static func add(_ task: UInt64, to scope: WorkScope) {
    members.withLock { $0[task] = Member(scope: scope) }
  }

  /// Removes the tasks of a test that is gone.
  static func remove(_ tasks: [UInt64]) {
    members.withLock { members in
      // A task may be of another by now: one that was made when nothing held the first any more.
      for task in tasks where members[task]?.scope == nil { members[task] = nil }
    }
  }
}

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
