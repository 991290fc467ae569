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
