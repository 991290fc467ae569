package import DependencyInjection
import RecordCoding

/// An engine that reduces actions one at a time and runs the effects they start.
///
/// Every kind of store uses an engine. Actions that arrive during a reduction wait in order of
/// arrival. Everything happens on the main actor, and steps and effects are numbered in that order.
/// The same actions at the same times therefore produce the same steps.
@MainActor
package final class StoreEngine<State, Action> {
  /// The state after all previous actions. Only the reducer may access it during a reduction.
  package var state: State {
    precondition(
      !isChanging,
      """
      The state of a store was read while its reducer was changing it. \
      Read the reducer's 'state' instead, or pass the values in an action.
      """)
    return pointer.pointee
  }

  let observer: (any StepObserver<State, Action>)?

  package var dependencies: DependencyValues {
    didSet { foregroundValues = ForegroundValues(dependencies) }
  }

  // Separately allocated, because the exclusivity checks for a class property take a tenth of a
  // step. `isChanging` replaces these checks. Unsafe only in `deinit`, when no other code can
  // access it.
  private nonisolated(unsafe) let pointer: UnsafeMutablePointer<State>
  private nonisolated(unsafe) let storage: StateStorage<State>
  private var isChanging = false
  private let reducer: AssembledReducer<State, Action>
  private var pending: [PendingAction] = []
  private var hasPending = false
  private(set) var isReducing = false
  private let isObserved: Bool
  // Stored as functions to avoid retaining the observer for each step.
  private let beginStep: (Action, UInt64, StepOrigin, UnsafePointer<State>) -> UInt64
  private let didReduce: (Action, UInt64, StepOrigin, Effect<Action>, UnsafePointer<State>) -> Void
  private var foregroundValues: ForegroundValues
  private let foreground = ForegroundDependencies.ofMainActor
  private var lastNumber: UInt64 = 0
  var taskCount: UInt64 = 0
  /// The number of the latest effect at the time of the last call to `cancelEffects`.
  private(set) var lastCancelledTask: UInt64 = 0
  var starts: [@MainActor () -> Void] = []
  var round: [@MainActor () -> Void] = []
  var hasStarts = false
  var isStarting = false
  /// Whether a turn of the main actor has been requested to start the waiting effects.
  var isTurnRequested = false
  var runs: [UInt64: EffectRun] = [:]
  package var startsEffects = true
  /// Returns whether the tasks of new effects wait for their turn instead of starting immediately.
  package var delaysEffects: (@MainActor () -> Bool)?
  let cancellables: CancellationRegistry
  let watchers = StateWatchers()

  private struct PendingAction {
    let action: Action
    let origin: StepOrigin
    let group: EffectGroup?
  }

  /// The observer of the effects, or `nil` if they are neither recorded nor replayed.
  let effectObserver: (any EffectObserver)?

  package init(
    state: State, reducer: () -> AssembledReducer<State, Action>, dependencies: DependencyValues,
    observer: (any StepObserver<State, Action>)? = nil,
    cancellables: CancellationRegistry = CancellationRegistry()
  ) {
    self.cancellables = cancellables
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
    effectObserver = dependencies.effectObserver
    foregroundValues = ForegroundValues(dependencies)
    self.reducer = DependencyValues.run(under: dependencies, reducer)
    (observer as? any StateStorageObserver<State, Action>)?.storeWillBegin(in: storage)
    observer?.storeDidBegin(with: pointer)
  }

  deinit {
    for run in runs.values {
      if let task = run.task {
        task.cancel()
      } else {
        // The work never starts, so tasks that wait for its end must be resumed here.
        for group in run.context.groups { group.leave() }
      }
    }
  }

  package var hasEffects: Bool { !runs.isEmpty }

  /// Whether a running effect was canceled.
  package func isEffectCanceled(_ number: UInt64) -> Bool {
    runs[number]?.context.isCancelled ?? false
  }

  package var stepsWithEffects: [UInt64] {
    runsInOrder.map(\.context.step)
  }

  /// Whether effects of some of the steps that a condition accepts are running.
  package func hasEffects(ofSteps isIncluded: (UInt64) -> Bool) -> Bool {
    runs.values.contains { isIncluded($0.context.step) }
  }

  package var stepsWithUncancelledEffects: [UInt64] {
    runsInOrder.filter { $0.task?.isCancelled != true && !$0.context.isCancelled }.map(
      \.context.step)
  }

  package func send(_ action: Action) -> StoreTask {
    if isReducing { return enqueue(action) }
    var group: EffectGroup?
    let outer = beginReducing()
    reduce(action, origin: .sent, group: &group)
    if hasPending { reducePending() }
    endReducing(outer)
    return StoreTask(group: group)
  }

  @inline(never)
  private func enqueue(_ action: Action) -> StoreTask {
    if isChanging { warnAboutReentrantSend(action) }
    let group = EffectGroup()
    enqueue(PendingAction(action: action, origin: .sent, group: group), in: group)
    return StoreTask(group: group)
  }

  /// Cancels all effects, including effects that are scheduled to follow a running one.
  ///
  /// Actions that they send from now on are ignored, including actions from tasks that effects
  /// started without waiting for them.
  package func cancelEffects() {
    lastCancelledTask = taskCount
    cancellables.discardThrottledActions()
    for run in runsInOrder { run.context.own.cancel(by: .outside) }
  }

  /// Cancels an effect, and all effects that are canceled with it, for code outside of the store.
  package func interruptEffect(_ number: UInt64) { runs[number]?.context.own.cancel(by: .outside) }

  private var runsInOrder: [EffectRun] {
    runs.sorted { $0.key < $1.key }.map(\.value)
  }

  func receive(_ action: Action, startedBy step: UInt64, group: EffectGroup) {
    enqueue(
      PendingAction(action: action, origin: .received(startedBy: step), group: group), in: group)
    if isReducing { return }
    let outer = beginReducing()
    reducePending()
    endReducing(outer)
  }

  private func enqueue(_ arrival: PendingAction, in group: EffectGroup) {
    group.enter()
    pending.append(arrival)
    hasPending = true
  }

  /// Starts holding back arriving actions, and makes the store's dependencies current.
  // A function that takes the work as a closure would cost a tenth of the time to record a step.
  private func beginReducing() -> ForegroundScope {
    isReducing = true
    return foreground.enter(foregroundValues)
  }

  /// Balances a call to `beginReducing()`, and starts the effects of the reduced actions.
  private func endReducing(_ outer: ForegroundScope) {
    foreground.leave(outer)
    isReducing = false
    if hasStarts { startEffects() }
  }

  @inline(never)
  private func reducePending() {
    var next = 0
    while next < pending.count {
      let arrival = pending[next]
      next += 1
      var group = arrival.group
      reduce(arrival.action, origin: arrival.origin, group: &group)
      arrival.group?.leave()
    }
    pending.removeAll(keepingCapacity: true)
    hasPending = false
  }

  @inline(__always)
  private func reduce(_ action: Action, origin: StepOrigin, group: inout EffectGroup?) {
    let effect = isObserved ? reduceObserved(action, origin: origin) : reduceUnobserved(action)
    if watchers.isActive { watchers.notify() }
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
  /// Notifies the observer of a new step, and returns the step's number.
  // A separate function, because callers would otherwise retain the observer.
  fileprivate func beginStep(
    _ action: Action, after last: UInt64, origin: StepOrigin, state: UnsafePointer<State>
  ) -> UInt64 {
    let number = numberOfStep(after: last)
    willReduce(action, number: number, origin: origin, state: state)
    return number
  }
}
