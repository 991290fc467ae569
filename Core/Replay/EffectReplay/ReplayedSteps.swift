import DependencyInjection
import RecordCoding
import ReducerRuntime
import SessionModel
import SessionReading
import SessionRecording
import SessionReplay
import StepModel

/// The observer of a store that replays the steps of a script.
final class ReplayedSteps<State: Recordable, Action: Recordable>: StepObserver {
  private let script: EffectScript
  private let session: EffectSession<State, Action>
  private var shared: SharedValueHistory<State>?
  private var state: UnsafePointer<State>?
  /// The index of the step that is being reduced, if the log has it.
  private var index: Int?

  init(_ script: EffectScript, _ session: EffectSession<State, Action>) {
    (self.script, self.session) = (script, session)
    shared = session.log.map { SharedValueHistory($0) }
  }

  func engine(
    _ app: ReplayedApp<State, Action>, _ answers: EffectAnswers
  ) -> StoreEngine<State, Action> {
    let dependencies = session.reducer.dependencies(
      observedBy: answers, readsBy: UnseenClients(script))
    return StoreEngine(
      state: session.state, reducer: { app.assemble() }, dependencies: dependencies, observer: self)
  }

  func storeDidBegin(with state: UnsafePointer<State>) {
    self.state = state
  }

  /// Returns the action of a step with an index, whose references are to values of the state.
  func action(at index: Int) -> Action? { state.flatMap { session.action(at: index, in: $0) } }

  /// Gives shared values those of the log, if the next items are changes from outside.
  func takeOutsideChanges() {
    while let step = script.takeOutsideChange() {
      if let state { shared?.restore(state, after: step) }
    }
  }

  func numberOfStep(after last: UInt64) -> UInt64 {
    takeOutsideChanges()
    index = script.takeStep()
    let step = index.flatMap { session.step(at: $0)?.step }
    script.noteReducing(step?.number ?? 0)
    guard let step else { return last + 1 }
    if script.hasPendingChanges(), let state { shared?.restore(state, after: step.number - 1) }
    session.reducer.reads.answer(step.reads)
    script.reducedStep = step.number
    return step.number
  }

  func willReduce(
    _ action: Action, number: UInt64, origin: StepOrigin, state: UnsafePointer<State>
  ) {
    // The values of secrets are not in the log.
    guard let effect = script.takeSender(), script.header.redacted == nil,
      let expected = index.flatMap({ session.step(at: $0)?.action })
    else { return }
    guard action.recordedBytes != expected.recordedBytes else { return }
    script.compareActions(of: effect, session.compare(expected, action))
  }

  func didReduce(
    _ action: Action, number: UInt64, origin: StepOrigin, effect: Effect<Action>,
    state: UnsafePointer<State>
  ) {
    _ = session.reducer.reads.endAnswering()
    script.reducedStep = nil
  }
}
