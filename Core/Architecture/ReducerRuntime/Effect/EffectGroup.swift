import Locking

/// Effects that end or are canceled together, such as those of an identity, a child, or an action.
final class EffectGroup: Sendable {
  private struct State {
    var isCancelled = false
    var tasks: [UInt64: Task<Void, Never>] = [:]
    var memberCount = 0
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  // Reducers aren't bound to an actor, and any of them can cancel the group of a removed child.
  private let state = Mutex(State())

  var isIdle: Bool { state.withLock { $0.memberCount == 0 } }

  /// Whether the group was canceled. Members that haven't started yet never will.
  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  func enter() {
    state.withLock { $0.memberCount += 1 }
  }

  func leave() {
    let waiting = state.withLock { state in
      state.memberCount -= 1
      guard state.memberCount == 0 else { return [CheckedContinuation<Void, Never>]() }
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Adds the task of an effect, and cancels it if the group was canceled in the meantime.
  func add(_ task: Task<Void, Never>, number: UInt64) {
    let isCancelled = state.withLock { state in
      state.tasks[number] = task
      return state.isCancelled
    }
    if isCancelled { task.cancel() }
  }

  func remove(number: UInt64) {
    state.withLock { $0.tasks[number] = nil }
  }

  func cancel() {
    let tasks = state.withLock { state in
      state.isCancelled = true
      return state.tasks
    }
    for (_, task) in tasks.sorted(by: { $0.key < $1.key }) { task.cancel() }
  }

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
