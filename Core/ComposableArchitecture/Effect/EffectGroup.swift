import Locking

/// Effects that end or are cancelled together: those of an identity, of a child, or of an action.
final class EffectGroup: Sendable {
  private struct State {
    var isCancelled = false
    var tasks: [UInt64: Task<Void, Never>] = [:]
    var memberCount = 0
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  // Reducers are not bound to an actor, and one may ask a group of a child that is gone to cancel.
  private let state = Mutex(State())

  /// Whether nothing of the group is under way.
  var isIdle: Bool { state.withLock { $0.memberCount == 0 } }

  /// Whether the group was cancelled; what of it has not started yet never will.
  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Counts something that the group waits for.
  func enter() {
    state.withLock { $0.memberCount += 1 }
  }

  /// Counts the end of something that the group waits for.
  func leave() {
    let waiting = state.withLock { state in
      state.memberCount -= 1
      guard state.memberCount == 0 else { return [CheckedContinuation<Void, Never>]() }
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Adds the task of an effect, and cancels it if the group was cancelled while it began.
  func add(_ task: Task<Void, Never>, number: UInt64) {
    let isCancelled = state.withLock { state in
      state.tasks[number] = task
      return state.isCancelled
    }
    if isCancelled { task.cancel() }
  }

  /// Removes the task of an effect that has ended.
  func remove(number: UInt64) {
    state.withLock { $0.tasks[number] = nil }
  }

  /// Cancels what is under way.
  func cancel() {
    let tasks = state.withLock { state in
      state.isCancelled = true
      return state.tasks
    }
    for (_, task) in tasks.sorted(by: { $0.key < $1.key }) { task.cancel() }
  }

  /// Waits until nothing of the group is under way.
  func waitUntilIdle() async {
    await withCheckedContinuation { continuation in
      let isIdle = state.withLock { state in
        if state.memberCount > 0 { state.waiting.append(continuation) }
        return state.memberCount == 0
      }
      if isIdle { continuation.resume() }
    }
  }
}
