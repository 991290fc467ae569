import Foundation
import Platform

/// A registry of the test that each task belongs to.
///
/// The registry is shared by the process because the runtime's hooks are. Concurrent tests share no
/// entries: task numbers are unique, and the tasks of a test are removed with it.
enum WorkRegistry {
  // An object, because copying a weak reference takes longer than the search for it.
  // `@unchecked Sendable`, because the reference is only read.
  private final class Member: @unchecked Sendable {
    private(set) weak var scope: WorkScope?

    init(scope: WorkScope) {
      self.scope = scope
    }
  }

  private static let members = Mutex<[UInt64: Member]>([:])
  /// Tasks that began outside of tests: the youngest, because a test only takes over tasks that are
  /// younger than its own.
  private static let others = Mutex<Set<UInt64>>([])
  private static let maxOthers = 1 << 17
  private static let newest = Atomic<UInt64>(0)
  /// The number of a task that began when the hooks were installed.
  static let firstTask = RuntimeTask.new

  /// Returns the test that a task belongs to, if it is known.
  static func scope(of task: UInt64) -> WorkScope? {
    let scope = members.withLock { $0[task]?.scope }
    return scope?.isHeld == true ? scope : nil
  }

  /// The largest number of the tasks that are known, whether they belong to a test or not.
  static var newestTask: UInt64 { newest.load(ordering: .relaxed) }

  /// Notes that a task began outside of tests.
  static func noteOther(_ task: UInt64) {
    newest.max(task, ordering: .relaxed)
    others.withLock { others in
      others.insert(task)
      guard others.count > maxOthers, let youngest = others.max() else { return }
      others = others.filter { $0 + UInt64(maxOthers / 2) > youngest }
    }
  }

  /// Whether a task that no test has is known to have begun outside of tests.
  static func isOther(_ task: UInt64) -> Bool {
    task < firstTask || others.withLock { $0.contains(task) }
  }

  static func add(_ task: UInt64, to scope: WorkScope) {
    newest.max(task, ordering: .relaxed)
    members.withLock { $0[task] = Member(scope: scope) }
  }

  static func remove(_ tasks: [UInt64]) {
    members.withLock { members in
      // A task may have been reassigned to a test created after the first one was released.
      for task in tasks where members[task]?.scope == nil { members[task] = nil }
    }
  }
}

/// The job that a thread runs for a test.
///
/// Stored per thread, because a task-local value would describe the task instead.
enum RunningJob {
  private static let key = {
    var key = pthread_key_t()
    let status = pthread_key_create(&key, nil)
    precondition(status == 0, "The system has no key left for a value of each thread.")
    return key
  }()

  static var scope: WorkScope? {
    pthread_getspecific(key).map { Unmanaged<WorkScope>.fromOpaque($0).takeUnretainedValue() }
  }

  /// The test whose job the current thread runs, unless the test may be over.
  static var heldScope: WorkScope? {
    guard let scope, scope.isHeld else { return nil }
    return scope
  }

  /// Runs a job of a test on the current thread, and counts the job as done.
  static func run(_ job: UnownedJob, of scope: WorkScope, on executor: UnownedSerialExecutor) {
    let outer = pthread_getspecific(key)
    pthread_setspecific(key, Unmanaged.passUnretained(scope).toOpaque())
    scope.runningCount.add(1, ordering: .relaxed)
    if MainWorkExecutor.isShared(executor) {
      scope.beginMainJob()
      job.runSynchronously(on: executor)
      scope.endMainJob()
    } else {
      job.runSynchronously(on: executor)
    }
    scope.runningCount.subtract(1, ordering: .relaxed)
    pthread_setspecific(key, outer)
    scope.jobEnded()
  }
}
