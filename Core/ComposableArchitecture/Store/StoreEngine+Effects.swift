/// On whose behalf an effect runs.
struct EffectContext {
  /// The step that returned the effect.
  let step: UInt64
  /// The group of the action that was sent from outside.
  let own: EffectGroup
  /// All groups with which the effect is cancelled, and which it keeps from being idle.
  var groups: [EffectGroup]

  var isCancelled: Bool { groups.contains { $0.isCancelled } }

  func adding(_ group: EffectGroup) -> Self {
    var context = self
    context.groups.append(group)
    return context
  }
}

extension StoreEngine {
  /// Starts an effect, and calls back when all of it has ended.
  func start(
    _ effect: Effect<Action>, _ context: EffectContext, then end: @escaping @MainActor () -> Void
  ) {
    guard !context.isCancelled else { return end() }
    switch effect.operation {
    case .none:
      end()
    case .send(let action):
      receive(action, startedBy: context.step, group: context.own)
      end()
    case .run(let work):
      run(work, context, then: end)
    case .merge(let effects):
      startTogether(effects, context, then: end)
    case .concatenate(let effects):
      startInTurn(effects[...], context, then: end)
    case .cancellable(let effect, let id, let cancelInFlight):
      startCancellable(effect, id: id, cancelInFlight: cancelInFlight, context, then: end)
    case .cancel(let id):
      cancel(id: id)
      end()
    case .grouped(let effect, let group):
      group.enter()
      start(effect, context.adding(group)) {
        group.leave()
        end()
      }
    }
  }

  private func startTogether(
    _ effects: [Effect<Action>], _ context: EffectContext, then end: @escaping @MainActor () -> Void
  ) {
    var remaining = effects.count
    for effect in effects {
      start(effect, context) {
        remaining -= 1
        if remaining == 0 { end() }
      }
    }
  }

  private func startInTurn(
    _ effects: ArraySlice<Effect<Action>>, _ context: EffectContext,
    then end: @escaping @MainActor () -> Void
  ) {
    guard let first = effects.first else { return end() }
    start(first, context) { [weak self] in
      guard let self else { return end() }
      startInTurn(effects.dropFirst(), context, then: end)
    }
  }

  private func startCancellable(
    _ effect: Effect<Action>, id: CancelID, cancelInFlight: Bool, _ context: EffectContext,
    then end: @escaping @MainActor () -> Void
  ) {
    if cancelInFlight { cancel(id: id) }
    let group = EffectGroup()
    group.enter()
    cancellables[id, default: []].append(group)
    start(effect, context.adding(group)) { [weak self] in
      group.leave()
      self?.forget(group, id: id)
      end()
    }
  }

  private func cancel(id: CancelID) {
    for group in cancellables.removeValue(forKey: id) ?? [] { group.cancel() }
  }

  private func forget(_ group: EffectGroup, id: CancelID) {
    guard var groups = cancellables[id] else { return }
    groups.removeAll { $0 === group }
    cancellables[id] = groups.isEmpty ? nil : groups
  }

  private func run(
    _ work: EffectWork<Action>, _ context: EffectContext, then end: @escaping @MainActor () -> Void
  ) {
    taskCount += 1
    let number = taskCount
    for group in context.groups { group.enter() }
    // The task holds the engine weakly: a store that goes away takes its effects with it.
    let send = Send<Action> { [weak self] action in
      self?.receive(action, startedBy: context.step, group: context.own)
    }
    let task = Task(priority: work.priority) { @MainActor [weak self] in
      if !Task.isCancelled { await work.operation(send) }
      self?.forget(number)
      for group in context.groups { group.remove(number: number) }
      end()
      // Whoever waits for the groups is to be let go even if the engine is gone.
      for group in context.groups { group.leave() }
      if let self { observer?.didEndEffect(startedBy: context.step, remaining: tasks.count) }
    }
    tasks[number] = task
    startedBy[number] = context.step
    for group in context.groups { group.add(task, number: number) }
  }

  private func forget(_ number: UInt64) {
    tasks[number] = nil
    startedBy[number] = nil
  }
}
