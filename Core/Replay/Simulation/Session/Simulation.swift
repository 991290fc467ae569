import DependencyInjection
package import SessionReplay
import Foundation
import Issues
package import RecordCoding
import RecordedValues
package import ReducerRuntime
import SessionLog
package import SessionModel
import SessionDocument
import SessionRecording
import Scheduling

/// A simulation of sessions of an app.
@MainActor
package struct Simulation<State: Recordable, Action: Recordable> {
  let app: ReplayedApp<State, Action>
  let initialState: @Sendable () -> State
  let invariants: [Invariant<State, Action>]
  /// Whether the app offers an action in a state; `nil` if it offers all actions.
  let isOffered: ((Action, State) -> Bool)?
  let launchAction: Action?
  let quitAction: Action?
  let endpoints: CallableEndpoints
  package let header: SessionHeader
  let recordedTypes: RecordedTypes<State, Action>
  /// The source of the answers to calls.
  let values: ValueDraw
  let users: UserActions
  /// The paths of all actions that users could send.
  package let paths: [String]
  /// The paths of delegate actions. By convention, only reducers send them, to the features that
  /// contain their own.
  let delegatePaths: Set<String>
  let replayer: SessionReplayer<State, Action>
  let learning = Learning()
  /// The progress of the simulating process, for a process that watches it.
  package var progress: StepProgress?
  private let effectReplayer: EffectReplayer<State, Action>

  package init(
    _ app: ReplayedApp<State, Action>, initialState: @escaping @Sendable () -> State,
    invariants: [Invariant<State, Action>],
    isOffered: ((Action, State) -> Bool)? = nil,
    launchAction: Action? = nil, quitAction: Action? = nil
  ) {
    self.app = app
    self.initialState = initialState
    self.invariants = invariants
    self.isOffered = isOffered
    (self.launchAction, self.quitAction) = (launchAction, quitAction)
    endpoints = .declared(by: app.assemble)
    var replayer = SessionReplayer(app)
    replayer.reuse = ReplayReuse(of: app)
    self.replayer = replayer
    effectReplayer = EffectReplayer(replayer)
    header = replayer.header(of: endpoints)
    recordedTypes = RecordedTypes(
      Self.identity(of: app), dependencies: app.dependencies, level: .effects,
      endpoints: endpoints)
    values = ValueDraw(schema: header.schema, now: SimulatedWorld.start)
    users = UserActions(state: State.self, action: Action.self, now: SimulatedWorld.start)
    paths = users.paths
    delegatePaths = Set(paths.filter { $0.split(separator: ".").contains("delegate") })
  }

  /// The reason why this system cannot simulate effects; `nil` if it can.
  package var obstacle: String? { RuntimeHooks.failure.map { "\($0)" } }

  /// Simulates a session, and records the app's last life to a log.
  package func run(_ request: SimulationRequest) async -> SimulationResult {
    let session = SimulatedSession(self, request)
    await session.run()
    var result = session.result
    if let log = result.log { result.checksum = Self.checksum(ofFile: log) }
    if !request.isSurvey, result.failure == nil, let log = result.log {
      await verify(log, &result)
      if let reader = try? SessionReader(path: log) {
        var coverage = SessionCoverage(header)
        coverage.note(writesIn: reader)
        result.coverage.formUnion(coverage.hashes)
      }
    }
    return result
  }

  private static func checksum(ofFile path: String) -> UInt32 {
    (try? Data(contentsOf: URL(fileURLWithPath: path))).map { SessionLog.checksum(of: Array($0)) }
      ?? 0
  }

  var identity: AppIdentity { Self.identity(of: app) }

  /// Returns the identity in logs, which are the same in debug and release builds.
  private static func identity(of app: ReplayedApp<State, Action>) -> AppIdentity {
    var identity = app.identity
    identity.build = "simulated"
    return identity
  }

  /// Replays a session with its effects, which must do the same.
  private func verify(_ path: String, _ result: inout SimulationResult) async {
    // The session reported the dependencies that have no value. The verdict has everything else.
    let report = await IssueReports.withHandler({ _ in }) {
      await effectReplayer.run(replayer.replay(path: path))
    }
    switch report.verdict {
    case .match: break
    case .diverged(let divergence) where divergence.kind == .unrecorded:
      // Nothing differs, since simulated answers are the same each time.
      if let unrecorded = divergence.unrecorded { result.remarks.insert(unrecorded.description) }
    default:
      let cause = VerdictKey(report.verdict)?.description ?? report.verdict.name
      result.failure = .replay("\(report)", cause: cause)
    }
  }
}
