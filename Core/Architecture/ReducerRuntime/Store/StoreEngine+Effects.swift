import DependencyInjection
import Issues
import ValueDump

struct EffectContext {
  let step: UInt64
  /// The group of the action that was sent from outside.
  let own: EffectGroup
  /// All groups that cancel the effect and that aren't idle while it runs.
  var groups: [EffectGroup]
  var path: [ChildPathComponent] = []

  var isCancelled: Bool { groups.contains { $0.isCancelled } }

  func adding(_ group: EffectGroup, _ component: ChildPathComponent? = nil) -> Self {
    var context = self
    context.groups.append(group)
    if let component { context.path.append(component) }
    return context
  }
}

struct EffectRun {
  var task: Task<Void, Never>?
  let context: EffectContext
}

extension StoreEngine {
  /// Starts an effect, and calls `end` when all parts of it have ended.
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
    // Enclosing effects with the same identity aren't canceled.
    if cancelInFlight { cancellables.cancel(id, at: context.path, except: context.groups) }
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
    // The task holds the engine weakly, because the effects of a deallocated store are canceled.
    let send = Send<Action> { [weak self] action in
      // Until the work first suspends, cancellation can't reach its task.
      guard let self, !context.isCancelled else {
        self?.noteDroppedAction(of: number)
        return
      }
      if runs[number] == nil { reportLateAction(action, of: work) }
      guard number > lastCancelledTask else { return }
      guard let observer = effectObserver else {
        return receive(action, startedBy: context.step, group: context.own)
      }
      observer.effect(number, sends: action) { [weak self] in
        // Calls that a reducer makes don't count as calls of the effect that sent the action.
        ObservedEffect.$bound.withValue(nil) {
          self?.receive(action, startedBy: context.step, group: context.own)
        }
      }
    }
    let dismiss = work.dismissal.map { action in { @MainActor @Sendable in send(action()) } }
    var scope = EffectTaskScope(registry: cancellables, path: context.path, dismiss: dismiss)
    if effectObserver != nil {
      scope.noteDroppedAction = { [weak self] in self?.noteDroppedAction(of: number) }
    }
    runs[number] = EffectRun(context: context)
    let observed = effectObserver.map { ObservedEffect(number: number, observer: $0) }
    startLater { [weak self] in
      observed?.observer.effectDidBegin(number, startedBy: context.step)
      let start = { @MainActor in
        Task.starting(
          now: self?.delaysEffects?() != true, name: work.name, priority: work.priority
        ) { [weak self, observer = self?.observer] in
          observed?.observer.effectTaskDidStart(number)
          let mayRun = await observed?.observer.effectMayRun(number) ?? true
          if mayRun, !Task.isCancelled, !context.isCancelled { await work.operation(send) }
          observed?.observer.effectDidEnd(
            number, isCanceled: Task.isCancelled || context.isCancelled)
          self?.runs[number] = nil
          for group in context.groups { group.remove(number: number) }
          end()
          // Tasks that wait for the end must be resumed even if the engine was deallocated.
          for group in context.groups { group.leave() }
          observer?.didEndEffect(startedBy: context.step, remaining: self?.runs.count ?? 0)
        }
      }
      // A task inherits the task-local values of its creator. Setting them within the task would
      // move the work off the main actor.
      let task = DependencyValues.run(under: work.dependencies) {
        EffectTaskScope.$current.withValue(scope) {
          observed == nil ? start() : ObservedEffect.$bound.withValue(observed, operation: start)
        }
      }
      guard self?.runs[number] != nil else { return }
      self?.runs[number]?.task = task
      for group in context.groups { group.add(task, number: number, observed: observed) }
    }
  }

  /// Notes an action that a canceled effect sent before it ended.
  ///
  /// A part of an effect can be canceled on its own, at a moment that differs in each run.
  private func noteDroppedAction(of number: UInt64) {
    guard runs[number]?.context.isCancelled != false, number > lastCancelledTask else { return }
    effectObserver?.effectDidDropAction(number, isLate: runs[number] == nil)
  }

  private func reportLateAction(_ action: Action, of work: EffectWork<Action>) {
    let origin = work.location.map {
      "\n  Effect returned from:\n    \"\($0.fileID):\($0.line)\"\n"
    }
    reportIssue(
      """
      An action was sent from a completed effect.

        Action:
      \(String(customDumping: action, indent: 4))
      \(origin ?? "")
      Send all actions before the operation of "Effect.run" returns, and wait in it for the tasks \
      that it starts.
      """, at: work.location)
  }

  /// Starts work once all waiting actions have been reduced. The work's own actions are then
  /// reduced at once.
  private func startLater(_ start: @escaping @MainActor () -> Void) {
    starts.append(start)
    hasStarts = true
    if !isReducing { startEffects() }
  }

  /// Starts the effects that are waiting, and the effects that result from them.
  ///
  /// Each round starts the effects that the previous round produced. After the maximum number of
  /// rounds, the remaining effects keep their order and wait for the next turn of the main actor,
  /// or for the next action.
  func startEffects() {
    guard !isStarting else { return }
    isStarting = true
    defer { isStarting = false }
    for _ in 0..<Self.maxRoundsOfStarts {
      swap(&starts, &round)
      for start in round { start() }
      // Clear after each round. A chain of effects would otherwise retain started ones.
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

  /// The maximum number of effects that can result from one another in one turn of the main actor.
  private static var maxRoundsOfStarts: Int { 64 }
}

extension Task where Success == Void, Failure == Never {
  /// Creates a task that performs its work immediately, up to the first suspension, if `isNow`.
  ///
  /// Enqueueing it, as on older systems, would cost more than most effects do.
  @MainActor
  fileprivate static func starting(
    now isNow: Bool, name: String?, priority: TaskPriority?,
    _ work: sending @escaping @MainActor () async -> Void
  ) -> Self {
    if isNow, #available(macOS 26, iOS 26, tvOS 26, watchOS 26, *) {
      return Task.immediate(name: name, priority: priority, operation: work)
    }
    return Task(name: name, priority: priority, operation: work)
  }
}
