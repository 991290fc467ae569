import DependencyInjection

/// On whose behalf an effect runs.
struct EffectContext {
  /// The step that returned the effect.
  let step: UInt64
  /// The group of the action that was sent from outside.
  let own: EffectGroup
  /// All groups with which the effect is cancelled, and which it keeps from being idle.
  var groups: [EffectGroup]
  /// The children that returned the effect, from the outermost one in.
  var path: [ChildPlace] = []

  var isCancelled: Bool { groups.contains { $0.isCancelled } }

  func adding(_ group: EffectGroup, _ place: ChildPlace? = nil) -> Self {
    var context = self
    context.groups.append(group)
    if let place { context.path.append(place) }
    return context
  }
}

/// An effect's work under way.
struct EffectRun {
  let task: Task<Void, Never>
  let context: EffectContext
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
      cancellables.cancel(id, at: context.path)
      end()
    case .child(let effect, let group, let place):
      group.enter()
      start(effect, context.adding(group, place)) {
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
    if cancelInFlight { cancellables.cancel(id, at: context.path) }
    let group = EffectGroup()
    group.enter()
    let ids = ScopedCancelID.all(id, at: context.path)
    cancellables.add(group, ids)
    start(effect, context.adding(group)) { [cancellables] in
      group.leave()
      cancellables.remove(group, ids)
      end()
    }
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
    // A task takes over what is in force where it is made; to put it in force within the task would
    // take the work away from the main actor.
    let dismiss = work.dismissal.map { action in { @MainActor @Sendable in send(action()) } }
    let scope = EffectTaskScope(registry: cancellables, path: context.path, dismiss: dismiss)
    let task = DependencyValues.run(under: work.dependencies) {
      EffectTaskScope.$current.withValue(scope) {
        Task(priority: work.priority) { @MainActor [weak self, observer] in
          if !Task.isCancelled { await work.operation(send) }
          self?.runs[number] = nil
          for group in context.groups { group.remove(number: number) }
          end()
          // Whoever waits for the end is to be let go even if the engine is gone.
          for group in context.groups { group.leave() }
          observer?.didEndEffect(startedBy: context.step, remaining: self?.runs.count ?? 0)
        }
      }
    }
    runs[number] = EffectRun(task: task, context: context)
    for group in context.groups { group.add(task, number: number) }
  }
}
