import DependencyInjection
import Locking

/// Effects that end or are canceled together, such as those of an identity, a child, or an action.
final class EffectGroup: Sendable {
  fileprivate struct Member {
    let task: Task<Void, Never>
    let observed: ObservedEffect?
  }

  private struct State {
    var isCancelled = false
    /// The running effects by their numbers.
    var members: [UInt64: Member] = [:]
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
  func add(_ task: Task<Void, Never>, number: UInt64, observed: ObservedEffect? = nil) {
    let isCancelled = state.withLock { state in
      state.members[number] = Member(task: task, observed: observed)
      return state.isCancelled
    }
    if isCancelled { task.cancel() }
  }

  func remove(number: UInt64) {
    state.withLock { $0.members[number] = nil }
  }

  /// Cancels the effects. `isOfTask` is whether a task does that, instead of a step.
  func cancel(isOfTask: Bool = false) {
    for member in takeCancelled() {
      if isOfTask, let observed = member.observed,
        ObservedEffect.current?.number != observed.number
      {
        observed.observer.effectIsCanceledByOther(observed.number)
      }
      member.cancel()
    }
  }

  /// Cancels the effects for code outside of the store, and tells their observer.
  func interrupt() {
    for member in takeCancelled() {
      if let observed = member.observed {
        observed.observer.effectIsInterrupted(observed.number)
      }
      member.cancel()
    }
  }

  /// Returns the running members in order, after marking the group as canceled.
  private func takeCancelled() -> [Member] {
    state.withLock { state in
      state.isCancelled = true
      return state.members.sorted { $0.key < $1.key }.map(\.value)
    }
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

extension EffectGroup.Member {
  /// Cancels the task. What its cancellation handlers call, at once, is called by its effect.
  func cancel() {
    guard let observed else { return task.cancel() }
    ObservedEffect.$bound.withValue(observed) { task.cancel() }
  }
}
