import DependencyInjection
import Platform

/// Effects that end or are canceled together, such as the effects of an identity, a child, or an
/// action.
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

  /// Whether the group was canceled. Members that haven't started yet never start.
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

  /// The code that cancels a group.
  enum Canceler {
    case step
    /// A task that cancels the effects by their identity.
    case task
    /// Code outside of the store, such as a view that disappears.
    case outside
  }

  /// Cancels the effects, and notifies their observer unless a step cancels them.
  func cancel(by canceler: Canceler = .step) {
    let members = state.withLock { state in
      state.isCancelled = true
      return state.members.sorted { $0.key < $1.key }.map(\.value)
    }
    for member in members { member.cancel(by: canceler) }
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
  /// Cancels the task. Calls that its cancellation handlers make at once count as calls of its
  /// effect.
  func cancel(by canceler: EffectGroup.Canceler) {
    guard let observed else { return task.cancel() }
    switch canceler {
    case .step: break
    case .task where ObservedEffect.current?.number == observed.number: break
    case .task: observed.observer.effectIsCanceledByOther(observed.number)
    case .outside: observed.observer.effectIsInterrupted(observed.number)
    }
    ObservedEffect.$bound.withValue(observed) { task.cancel() }
  }
}
