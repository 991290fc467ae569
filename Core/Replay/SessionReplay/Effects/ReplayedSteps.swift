import DependencyInjection
import RecordCoding
import ReducerRuntime
import SessionModel
import SessionDocument
import SessionRecording

/// The observer of a store that replays the steps of a script.
final class ReplayedSteps<State: Recordable, Action: Recordable>: StepObserver {
  private let script: EffectScript
  private let session: EffectSession<State, Action>
  private let tape: SessionTape<State, Action>
  private var shared: SharedValueHistory<State>?
  private var state: UnsafePointer<State>?

  init(
    _ script: EffectScript, _ session: EffectSession<State, Action>,
    _ tape: SessionTape<State, Action>
  ) {
    (self.script, self.session, self.tape) = (script, session, tape)
    shared = session.log.map { SharedValueHistory($0) }
  }

  func engine(
    _ app: ReplayedApp<State, Action>, _ answers: EffectAnswers
  ) -> StoreEngine<State, Action> {
    session.reducer.prepareReads(for: session.header)
    let dependencies = session.reducer.dependencies(
      observedBy: answers, readsBy: UnseenClients(script))
    return StoreEngine(
      state: session.state, reducer: { app.assemble() }, dependencies: dependencies, observer: self)
  }

  func storeDidBegin(with state: UnsafePointer<State>) {
    self.state = state
  }

  /// Returns the action of a step with an index, with references to values of the state.
  func action(at index: Int) -> Action? { state.flatMap { tape.action(at: index, in: $0) } }

  /// Sets shared values to the values of the log, if the next items are changes from outside.
  func takeOutsideChanges() {
    while let step = script.takeOutsideChange() {
      if let state { shared?.restore(state, after: step) }
    }
  }

  func numberOfStep(after last: UInt64) -> UInt64 {
    takeOutsideChanges()
    let index = script.takeStep()
    let step = index.flatMap { tape.step(at: $0)?.step }
    if let index, let step { script.lastStep = (step.number, index) }
    script.noteReducing(step?.number ?? 0)
    guard let step else { return last + 1 }
    if case .received = step.origin { script.noteReceivedStep() }
    if script.hasPendingChanges(), let state { shared?.restore(state, after: step.number - 1) }
    session.reducer.reads.answer(step.reads)
    script.reducedStep = step.number
    return step.number
  }

  func didReduce(
    _ action: Action, number: UInt64, origin: StepOrigin, effect: Effect<Action>,
    state: UnsafePointer<State>
  ) {
    _ = session.reducer.reads.endAnswering()
    script.reducedStep = nil
  }
}
