package import DependencyInjection

/// What runs under every kind of store: one action after the other, and the effects they start.
///
/// Actions are reduced in the order in which they arrive; those that arrive while one is reduced
/// wait their turn. Everything happens on the main actor, and whatever is numbered is numbered in
/// that order, so the same actions at the same moments give the same steps.
@MainActor
package final class StoreEngine<State, Action> {
  /// The state after all actions so far.
  package private(set) var state: State

  /// Told of every step, if there is one.
  package var observer: (any StepObserver<State, Action>)?

  /// The dependencies that the reducer and its effects see.
  package var dependencies: DependencyValues

  private let reducer: AssembledReducer<State, Action>
  private var waiting: [Arrival] = []
  private var isReducing = false
  private var stepCount: UInt64 = 0
  var taskCount: UInt64 = 0
  var tasks: [UInt64: Task<Void, Never>] = [:]
  var startedBy: [UInt64: UInt64] = [:]
  var cancellables: [CancelID: [EffectGroup]] = [:]

  /// An action on its way to the reducer.
  private struct Arrival {
    let action: Action
    let origin: StepOrigin
    let group: EffectGroup?
  }

  /// Creates an engine that runs a reducer, built once under these dependencies.
  package init(
    state: State, reducer: () -> AssembledReducer<State, Action>, dependencies: DependencyValues
  ) {
    self.state = state
    self.dependencies = dependencies
    self.reducer = DependencyValues.run(under: dependencies, reducer)
  }

  deinit {
    for task in tasks.values { task.cancel() }
  }

  /// The steps that started the effects that are under way, in the order of the effects.
  package var stepsWithEffects: [UInt64] {
    startedBy.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Sends an action from outside.
  package func send(_ action: Action) -> StoreTask {
    guard !isReducing else {
      let group = EffectGroup()
      group.enter()
      waiting.append(Arrival(action: action, origin: .sent, group: group))
      return StoreTask(group: group)
    }
    var group: EffectGroup?
    drain { reduce(action, origin: .sent, group: &group) }
    return StoreTask(group: group)
  }

  /// Cancels all effects.
  package func cancelEffects() {
    for (_, task) in tasks.sorted(by: { $0.key < $1.key }) { task.cancel() }
  }

  func receive(_ action: Action, startedBy step: UInt64, group: EffectGroup) {
    group.enter()
    waiting.append(Arrival(action: action, origin: .received(startedBy: step), group: group))
    guard !isReducing else { return }
    drain {}
  }

  /// Reduces the first action, if there is one, and then those that wait, until none does.
  private func drain(_ first: () -> Void) {
    isReducing = true
    defer { isReducing = false }
    DependencyValues.run(under: dependencies) {
      first()
      var next = 0
      while next < waiting.count {
        let arrival = waiting[next]
        next += 1
        var group = arrival.group
        reduce(arrival.action, origin: arrival.origin, group: &group)
        arrival.group?.leave()
      }
      waiting.removeAll(keepingCapacity: true)
    }
  }

  private func reduce(_ action: Action, origin: StepOrigin, group: inout EffectGroup?) {
    stepCount += 1
    let step = stepCount
    let effect: Effect<Action>
    if let observer {
      observer.willReduce(action, origin: origin)
      let before = state
      effect = reducer.reduce(&state, action)
      observer.didReduce(
        Step(
          number: step, action: action, origin: origin, before: before, after: state,
          effect: effect))
    } else {
      effect = reducer.reduce(&state, action)
    }
    guard !effect.isNone else { return }
    let own = group ?? EffectGroup()
    group = own
    start(effect, EffectContext(step: step, own: own, groups: [own])) {}
  }
}
