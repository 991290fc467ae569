package import DependencyInjection

/// What runs under every kind of store: one action after the other, and the effects they start.
///
/// Actions are reduced in the order in which they arrive; those that arrive while one is reduced
/// wait their turn. Everything happens on the main actor, and whatever is numbered is numbered in
/// that order, so the same actions at the same moments give the same steps.
@MainActor
package final class StoreEngine<State, Action> {
  /// The state after all actions so far; while an action is reduced it is the reducer's alone.
  package var state: State {
    precondition(
      !isChanging,
      """
      The state of a store was read while its reducer was changing it. \
      Read the reducer's 'state' instead, or send an action with what is to be known.
      """)
    return pointer.pointee
  }

  /// Told of every step, if there is one.
  let observer: (any StepObserver<State, Action>)?

  /// The dependencies that the reducer and its effects see.
  package var dependencies: DependencyValues {
    didSet {
      // Those that are in force must be there until the action is reduced.
      replacedValues = isReducing ? replacedValues + [foregroundValues] : []
      foregroundValues = ForegroundValues(dependencies)
      foregroundEntry = foregroundValues.entry
    }
  }

  // Memory of its own: the checks that a class makes for a property cost a tenth of a step, and
  // `isChanging` stands for them. Unsafe only for the end, which no one else can see.
  private nonisolated(unsafe) let pointer: UnsafeMutablePointer<State>
  private nonisolated(unsafe) let storage: StateStorage<State>
  private var isChanging = false
  private let reducer: AssembledReducer<State, Action>
  private var waiting: [Arrival] = []
  private var hasWaiting = false
  private(set) var isReducing = false
  private let isObserved: Bool
  // As functions, so that the observer is not retained for each step.
  private let beginStep: (Action, UInt64, StepOrigin, UnsafePointer<State>) -> UInt64
  private let didReduce: (Action, UInt64, StepOrigin, Effect<Action>, UnsafePointer<State>) -> Void
  private var foregroundValues: ForegroundValues
  private var foregroundEntry: ForegroundEntry
  private var replacedValues: [ForegroundValues] = []
  private let foreground = ForegroundDependencies.ofMainActor
  /// The number of the last step.
  private var lastNumber: UInt64 = 0
  var taskCount: UInt64 = 0
  /// The number of effects at the last call of `cancelEffects`.
  private(set) var lastCancelledTask: UInt64 = 0
  /// The effects that wait for their start.
  var starts: [@MainActor () -> Void] = []
  /// The effects that are being started.
  var round: [@MainActor () -> Void] = []
  var hasStarts = false
  var isStarting = false
  /// Whether a turn of the main actor was requested in which the waiting effects are started.
  var isTurnRequested = false
  var runs: [UInt64: EffectRun] = [:]
  /// Whether effects are started at all.
  package var startsEffects = true
  let cancellables = CancellationRegistry()
  let watchers = StateWatchers()

  /// An action on its way to the reducer.
  private struct Arrival {
    let action: Action
    let origin: StepOrigin
    let group: EffectGroup?
  }

  /// Creates an engine that runs a reducer, built once under these dependencies.
  package init(
    state: State, reducer: () -> AssembledReducer<State, Action>, dependencies: DependencyValues,
    observer: (any StepObserver<State, Action>)? = nil
  ) {
    storage = StateStorage()
    storage.store(state)
    pointer = storage.pointer
    self.observer = observer
    isObserved = observer != nil
    beginStep = { action, last, origin, state in
      observer?.beginStep(action, after: last, origin: origin, state: state) ?? last + 1
    }
    didReduce = { action, number, origin, effect, state in
      observer?.didReduce(action, number: number, origin: origin, effect: effect, state: state)
    }
    self.dependencies = dependencies
    foregroundValues = ForegroundValues(dependencies)
    foregroundEntry = foregroundValues.entry
    self.reducer = DependencyValues.run(under: dependencies, reducer)
    (observer as? any StateStorageObserver<State, Action>)?.storeWillBegin(in: storage)
    observer?.storeDidBegin(with: pointer)
  }

  deinit {
    for run in runs.values {
      if let task = run.task {
        task.cancel()
      } else {
        // It never starts: whoever waits for its end must not wait for ever.
        for group in run.context.groups { group.leave() }
      }
    }
  }

  /// Whether an effect is under way.
  package var hasEffects: Bool { !runs.isEmpty }

  /// The steps that started the effects that are under way, in the order of the effects.
  package var stepsWithEffects: [UInt64] {
    runsInOrder.map(\.context.step)
  }

  /// The steps that started the effects that are under way and were not cancelled, in their order.
  package var stepsWithUncancelledEffects: [UInt64] {
    runsInOrder.filter { $0.task?.isCancelled != true && !$0.context.isCancelled }.map(
      \.context.step)
  }

  /// Sends an action from outside.
  package func send(_ action: Action) -> StoreTask {
    if isReducing { return wait(action) }
    var group: EffectGroup?
    let outer = beginReducing()
    reduce(action, origin: .sent, group: &group)
    if hasWaiting { reduceWaiting() }
    endReducing(outer)
    return StoreTask(group: group)
  }

  /// Lets an action wait for the one that is being reduced.
  @inline(never)
  private func wait(_ action: Action) -> StoreTask {
    if isChanging { warnOfSending(action) }
    let group = EffectGroup()
    arrive(Arrival(action: action, origin: .sent, group: group), in: group)
    return StoreTask(group: group)
  }

  /// Cancels all effects, also those that were to follow one that is under way.
  ///
  /// What they send from now on is ignored. That includes actions of tasks that effects started and
  /// did not wait for.
  package func cancelEffects() {
    lastCancelledTask = taskCount
    cancellables.discardThrottledActions()
    for run in runsInOrder { run.context.own.cancel() }
  }

  private var runsInOrder: [EffectRun] {
    runs.sorted { $0.key < $1.key }.map(\.value)
  }

  func receive(_ action: Action, startedBy step: UInt64, group: EffectGroup) {
    arrive(Arrival(action: action, origin: .received(startedBy: step), group: group), in: group)
    if isReducing { return }
    let outer = beginReducing()
    reduceWaiting()
    endReducing(outer)
  }

  private func arrive(_ arrival: Arrival, in group: EffectGroup) {
    group.enter()
    waiting.append(arrival)
    hasWaiting = true
  }

  /// Holds back what arrives from now on, and puts the store's dependencies in force.
  // Not a function that is given the work, as calling it costs a tenth of what recording a step may.
  private func beginReducing() -> ForegroundScope {
    isReducing = true
    return foreground.enter(foregroundEntry)
  }

  /// Ends what `beginReducing()` began, and starts the effects of what was reduced.
  private func endReducing(_ outer: ForegroundScope) {
    foreground.leave(outer)
    isReducing = false
    if hasStarts { startEffects() }
  }

  /// Reduces the actions that wait, and those that arrive meanwhile, until none does.
  @inline(never)
  private func reduceWaiting() {
    var next = 0
    while next < waiting.count {
      let arrival = waiting[next]
      next += 1
      var group = arrival.group
      reduce(arrival.action, origin: arrival.origin, group: &group)
      arrival.group?.leave()
    }
    waiting.removeAll(keepingCapacity: true)
    hasWaiting = false
  }

  @inline(__always)
  private func reduce(_ action: Action, origin: StepOrigin, group: inout EffectGroup?) {
    let effect = isObserved ? reduceObserved(action, origin: origin) : reduceUnobserved(action)
    if watchers.isActive { watchers.tell() }
    if !effect.isNone { start(effect, in: &group) }
  }

  @inline(__always)
  private func reduceUnobserved(_ action: Action) -> Effect<Action> {
    lastNumber += 1
    return change(by: action)
  }

  @inline(__always)
  private func change(by action: Action) -> Effect<Action> {
    isChanging = true
    let effect = reducer.reduce(&pointer.pointee, action)
    isChanging = false
    return effect
  }

  private func start(_ effect: Effect<Action>, in group: inout EffectGroup?) {
    guard startsEffects else { return }
    let own = group ?? EffectGroup()
    group = own
    start(effect, EffectContext(step: lastNumber, own: own, groups: [own])) {}
  }

  @inline(__always)
  private func reduceObserved(_ action: Action, origin: StepOrigin) -> Effect<Action> {
    let number = beginStep(action, lastNumber, origin, pointer)
    lastNumber = number
    let effect = change(by: action)
    didReduce(action, number, origin, effect, pointer)
    return effect
  }
}

extension StepObserver {
  /// Tells of a step that begins, and returns its number.
  // Apart, so that whoever calls it with an observer it holds need not retain that.
  fileprivate func beginStep(
    _ action: Action, after last: UInt64, origin: StepOrigin, state: UnsafePointer<State>
  ) -> UInt64 {
    let number = numberOfStep(after: last)
    willReduce(action, number: number, origin: origin, state: state)
    return number
  }
}
