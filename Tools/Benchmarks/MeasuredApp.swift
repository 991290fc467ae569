import ComposableArchitecture
import Foundation
import RecordCoding
import SessionLog
import SessionModel
import SessionRecording
import SessionReplay
import Simulation

/// An app with a session, to measure a flat and a deep app in the same way.
@MainActor
struct MeasuredApp<Feature: Reducer & Sendable>
where Feature.State: Recordable & Sendable, Feature.Action: Recordable & Sendable {
  let name: String
  let actions: [Feature.Action]
  let initialState: @Sendable () -> Feature.State
  let feature: @Sendable () -> Feature

  private var identity: AppIdentity { AppIdentity(name: name, version: "bench", build: "bench") }

  private var replayed: ReplayedApp<Feature.State, Feature.Action> {
    let feature = feature
    return ReplayedApp(identity: identity) { feature().assemble() }
  }

  /// Returns the nanoseconds per action, recorded if a path is given.
  func sendTime(recordingTo path: String? = nil) throws -> Double {
    try send(recordingTo: path).time
  }

  /// Records the session, and returns the size of the log in bytes for a step.
  func bytes(at path: String) throws -> Double {
    Double(try send(recordingTo: path).log?.bytes ?? 0) / Double(actions.count)
  }

  private func send(recordingTo path: String?) throws -> (time: Double, log: LogSummary?) {
    let state = initialState()
    let recorder = try path.map { try self.recorder(of: state, at: $0) }
    let store = Store(
      initialState: state, reducer: feature, withDependencies: { recorder?.install(in: &$0) },
      observer: recorder)
    let start = uptime()
    for action in actions { store.send(action) }
    let time = Double(uptime() - start) / Double(actions.count)
    return (time, try recorder?.finish())
  }

  /// Returns the nanoseconds to verify a step of a log.
  func replayTime(of path: String) -> Double {
    nanoseconds(per: actions.count) {
      let report = SessionReplayer(replayed).replay(path: path)
      precondition(report.verifiedSteps == UInt64(actions.count), "\(report)")
    }
  }

  /// Returns the nanoseconds for a step that is drawn, run, recorded and replayed. A session that
  /// fails counts with its steps.
  func exploreTime() async throws -> Double {
    let folder = try ScratchFolder(inMemory: true)
    let simulation = Simulation(replayed, initialState: initialState, invariants: [])
    var runs = BestOfRuns()
    repeat {
      var stepCount = 0
      let start = uptime()
      for seed in 1...10 as ClosedRange<UInt64> {
        var request = SimulationRequest(
          SessionPlan(seed: seed), user: seed, log: "\(folder.path)/\(name).reprise")
        request.length = 200
        stepCount += await simulation.run(request).stepCount
      }
      runs.add(Double(uptime() - start) / Double(stepCount))
    } while !runs.isComplete
    return runs.value
  }

  private func recorder(
    of state: Feature.State, at path: String
  ) throws -> SessionRecorder<Feature.State, Feature.Action> {
    try SessionRecorder(
      path: path, app: identity, initialState: state, recorded: "",
      onFailure: { failure in fatalError("\(failure)") })
  }
}
