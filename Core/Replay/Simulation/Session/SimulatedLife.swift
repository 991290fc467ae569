import DependencyInjection
import Platform
import RecordCoding
import RecordedValues
import ReducerRuntime
import SessionLog
import SessionModel
import SessionRecording
import SessionReplay

/// A life of a simulated app, from its start until it quits or crashes.
@MainActor
struct SimulatedLife<State: Recordable, Action: Recordable> {
  let engine: StoreEngine<State, Action>
  let steps: SimulatedSteps<State, Action>
  let effects: SimulatedEffects
  let recorder: SessionRecorder<State, Action>

  /// Starts the app and its recorder. `learned` has answers that calls can get again.
  init(
    of simulation: Simulation<State, Action>, _ request: SimulationRequest,
    in world: SimulatedWorld, _ checks: InvariantChecks<State, Action>,
    answers learned: [Int: [RecordedValue]]
  ) throws(SessionRecordingError) {
    let base = withDependencies {
      world.install(in: &$0)
    } operation: {
      DependencyValues.current
    }
    let state = DependencyValues.run(under: base) { simulation.initialState() }
    let recorder = try SessionRecorder<State, Action>(
      path: request.log, app: simulation.identity, initialState: state,
      recorded: "2026-01-01T00:00:00Z", types: simulation.recordedTypes,
      options: Self.options(of: simulation, request),
      milliseconds: { UInt64(max(0, world.time / .milliseconds(1))) },
      onFailure: { failure in MainQueue.run { world.note("\(failure)") } })
    if request.marksChoices {
      world.onDeviation = { [weak recorder] in recorder?.mark("simulated: \($0)") }
    }
    var dependencies = base
    recorder.install(in: &dependencies)
    guard let calls = dependencies.effectObserver as? EffectRecorder else {
      preconditionFailure("a recorder of the level 'effects' observes them")
    }
    let effects = SimulatedEffects(
      world, recorder: calls,
      answers: DrawnAnswers(
        endpoints: simulation.endpoints, header: simulation.header, values: simulation.values,
        learned: learned, dependencies: base))
    dependencies.effectObserver = effects
    let steps = SimulatedSteps(recorder, header: simulation.header, checks)
    effects.onSend = { [weak steps] in steps?.isSentByWork = true }
    steps.runningSteps = { [weak effects] in effects.map { Array($0.running.values) } ?? [] }
    engine = StoreEngine(
      state: state, reducer: { simulation.app.assemble() }, dependencies: dependencies,
      observer: steps)
    (self.steps, self.effects, self.recorder) = (steps, effects, recorder)
  }

  private static func options(
    of simulation: Simulation<State, Action>, _ request: SimulationRequest
  ) -> SessionRecordingOptions {
    var options = SessionRecordingOptions(dependencies: simulation.app.dependencies)
    options.level = .effects
    options.endpoints = simulation.endpoints
    options.overwrite = true
    options.allowsMarks = request.marksChoices
    // Only the log of a failure must outlive a crash, and only a crash of the app.
    options.journal = request.marksChoices ? .mapped : .memoryOnly
    options.operations.sync = { _ in }
    return options
  }
}
