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
  private let steps: [(step: ReplayedStep, action: Action)]
  private let reads: PreparedReducer<State, Action>
  private let actionText: (Action) -> String
  private var shared: SharedValueHistory<State>
  private var state: UnsafePointer<State>?
  /// The index of the step that is being reduced, if the log has it.
  private var index: Int?

  init(
    _ script: EffectScript, _ steps: [(step: ReplayedStep, action: Action)],
    reads: PreparedReducer<State, Action>, shared: SharedValueHistory<State>,
    actionText: @escaping (Action) -> String
  ) {
    (self.script, self.steps, self.reads) = (script, steps, reads)
    self.shared = shared
    self.actionText = actionText
  }

  func engine(
    state: State, _ app: ReplayedApp<State, Action>, _ answers: EffectAnswers
  ) -> StoreEngine<State, Action> {
    let dependencies = reads.dependencies(observedBy: answers, readsBy: UnseenClients(script))
    return StoreEngine(
      state: state, reducer: { app.assemble() }, dependencies: dependencies, observer: self)
  }

  func storeDidBegin(with state: UnsafePointer<State>) {
    self.state = state
  }

  /// Gives shared values those of the log, if the next items are changes from outside.
  func takeOutsideChanges() {
    while let step = script.takeOutsideChange() {
      if let state { shared.restore(state, after: step) }
    }
  }

  func numberOfStep(after last: UInt64) -> UInt64 {
    takeOutsideChanges()
    index = script.takeStep()
    script.noteReducing(index.map { steps[$0].step.number } ?? 0)
    guard let index else { return last + 1 }
    if script.hasPendingChanges(), let state {
      shared.restore(state, after: steps[index].step.number - 1)
    }
    reads.reads.answer(steps[index].step.reads)
    script.reducedStep = steps[index].step.number
    return steps[index].step.number
  }

  func willReduce(
    _ action: Action, number: UInt64, origin: StepOrigin, state: UnsafePointer<State>
  ) {
    // The values of secrets are not in the log.
    guard let effect = script.takeSender(), let index, script.header.redacted == nil else { return }
    let expected = steps[index].action
    guard bytes(of: action) != bytes(of: expected) else { return }
    script.compareActions(
      of: effect, expected: actionText(expected), actual: actionText(action))
  }

  private func bytes(of action: Action) -> [UInt8] {
    var encoder = RecordEncoder()
    encoder.encode(action)
    return encoder.bytes
  }

  func didReduce(
    _ action: Action, number: UInt64, origin: StepOrigin, effect: Effect<Action>,
    state: UnsafePointer<State>
  ) {
    _ = reads.reads.endAnswering()
    script.reducedStep = nil
  }
}
