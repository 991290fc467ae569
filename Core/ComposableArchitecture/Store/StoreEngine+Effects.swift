import DependencyInjection
import ValueDump

/// On whose behalf an effect runs.
struct EffectContext {
  /// The step that returned the effect.
  let step: UInt64
  /// The group of the action that was sent from outside.
  let own: EffectGroup
  /// All groups with which the effect is cancelled, and which it keeps from being idle.
  var groups: [EffectGroup]
  /// The children that returned the effect, from the outermost one in.
  var path: [ChildPathComponent] = []

  var isCancelled: Bool { groups.contains { $0.isCancelled } }

  func adding(_ group: EffectGroup, _ component: ChildPathComponent? = nil) -> Self {
    var context = self
    context.groups.append(group)
    if let component { context.path.append(component) }
    return context
  }
}

/// An effect's work under way.
struct EffectRun {
  /// Nil as long as the work has not come to its first pause.
  var task: Task<Void, Never>?
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
    case .child(let effect, let group, let component):
      group.enter()
      start(effect, context.adding(group, component)) {
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
    // What the effect is a part of may be known by the same identity, and is not in its way.
    if cancelInFlight { cancellables.cancel(id, at: context.path, besides: context.groups) }
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
      // Until the work first waits, its task is not known to those who cancel it.
      guard let self, !context.isCancelled else { return }
      if runs[number] == nil { reportLateAction(action, of: work) }
      guard number > lastCancelledTask else { return }
      receive(action, startedBy: context.step, group: context.own)
    }
    let dismiss = work.dismissal.map { action in { @MainActor @Sendable in send(action()) } }
    let scope = EffectTaskScope(registry: cancellables, path: context.path, dismiss: dismiss)
    runs[number] = EffectRun(context: context)
    startLater { [weak self] in
      // A task takes over what is in force where it is made; to put it in force within the task
      // would take the work away from the main actor.
      let task = DependencyValues.run(under: work.dependencies) {
        EffectTaskScope.$current.withValue(scope) {
          Task.startingNow(name: work.name, priority: work.priority) {
            [weak self, observer = self?.observer] in
            if !Task.isCancelled, !context.isCancelled { await work.operation(send) }
            self?.runs[number] = nil
            for group in context.groups { group.remove(number: number) }
            end()
            // Whoever waits for the end is to be let go even if the engine is gone.
            for group in context.groups { group.leave() }
            observer?.didEndEffect(startedBy: context.step, remaining: self?.runs.count ?? 0)
          }
        }
      }
      guard self?.runs[number] != nil else { return }
      self?.runs[number]?.task = task
      for group in context.groups { group.add(task, number: number) }
    }
  }

  private func reportLateAction(_ action: Action, of work: EffectWork<Action>) {
    let origin = work.location.map {
      "\n  Effect returned from:\n    \"\($0.fileID):\($0.line)\"\n"
    }
    reportIssue(
      """
      An action was sent from an effect that has completed:

        Action:
      \(String(customDumping: action, indent: 4))
      \(origin ?? "")
      Send all actions before the operation of "Effect.run" returns, and wait in it for the tasks \
      that it starts.
      """, at: work.location)
  }

  /// Starts work when all actions that wait have been reduced, in the order of these calls.
  ///
  /// Then what the work sends is reduced at once.
  private func startLater(_ start: @escaping @MainActor () -> Void) {
    starts.append(start)
    hasStarts = true
    if !isReducing { startEffects() }
  }

  /// Starts the effects that wait for it, and those that follow from them.
  ///
  /// Each round starts the effects that the previous round led to. After the last round allowed, the
  /// rest keep their order and wait for another turn of the main actor, or for the next action.
  func startEffects() {
    guard !isStarting else { return }
    isStarting = true
    defer { isStarting = false }
    for _ in 0..<Self.maxRoundsOfStarts {
      swap(&starts, &round)
      for start in round { start() }
      // Emptied after each round, so that a chain of effects keeps none of those that have started.
      round.removeAll(keepingCapacity: true)
      if starts.isEmpty {
        hasStarts = false
        return
      }
    }
    startEffectsInNextTurn()
  }

  private func startEffectsInNextTurn() {
    guard !isTurnRequested else { return }
    isTurnRequested = true
    Task { @MainActor [weak self] in
      guard let self else { return }
      isTurnRequested = false
      startEffects()
    }
  }

  /// The number of effects that may follow from one another in one turn of the main actor.
  private static var maxRoundsOfStarts: Int { 64 }
}

extension Task where Success == Void, Failure == Never {
  /// Makes a task that does its work at once up to where it first waits.
  ///
  /// To queue it would cost more than most effects take. Older systems queue it.
  @MainActor
  fileprivate static func startingNow(
    name: String?, priority: TaskPriority?, _ work: sending @escaping @MainActor () async -> Void
  ) -> Self {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, *) {
      return Task.immediate(name: name, priority: priority, operation: work)
    }
    return Task(name: name, priority: priority, operation: work)
  }
}
