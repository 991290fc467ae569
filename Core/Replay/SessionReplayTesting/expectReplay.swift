import ComposableArchitectureTesting
import DependencyInjection
import Issues
import Platform
public import RecordCoding
public import ReducerRuntime
import ReplayCorpus
import SessionLog
public import SessionRecording
public import SessionReplay

/// Fails the test unless a reducer replays a recorded session exactly.
///
/// The failure includes the report: the step and its action, the path of the first field that
/// differs, the expected and actual values, and the steps before. The function works in Swift
/// Testing and in XCTest. In XCTest, use `SessionReplayTestCase` for one test case per log, or a
/// loop:
///
///     func testSessions() async throws {
///       for session in Sessions.in("Sessions") {
///         try await expectReplay(of: session, by: AppFeature())
///       }
///     }
///
/// If the environment variable `REPRISE_RERECORD` is `1`, a log that differs is recorded again, and
/// the test still fails. To record a log of an older version of the app's types again, set the
/// variable to the name of the log.
///
/// Pass the recorded dependencies and migrations that the app uses when it records. Logs of any app
/// whose state and actions fit are replayed, unless you pass `app`. The version of the types is the
/// version to which the migrations lead, unless you pass `typesVersion`.
///
/// With `verifying: .effects`, the effects of a log that was recorded at the level `effects` are
/// run and compared as well. A note lists the effects that cannot be verified. An effect that does
/// nothing for `timeout` seconds and never suspends ends the process, after a message.
///
/// A log that was recorded again is attached to the failure in Swift Testing.
///
/// The steps are replayed off the main actor, and effects run on it. Both use dependencies that the
/// test overrides. Throws only if the test is canceled.
public func expectReplay<State: Recordable, Action: Recordable>(
  of session: Session,
  by reducer: @autoclosure @escaping @Sendable () -> any Reducer<State, Action>,
  app name: String? = nil, typesVersion: Int? = nil,
  dependencies: [RecordedDependency] = RecordedDependency.standard,
  migrations: [SessionMigration] = [], verifying extent: ReplayExtent = .steps,
  timeout: Int = 60, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) async throws {
  try Task.checkCancellation()
  let rerecording = Rerecording.current
  let replayer = SessionReplayer(
    app: name, typesVersion: typesVersion, dependencies: dependencies, migrations: migrations,
    reducer: reducer)
  let check = SessionCheck(session: session, replayer: replayer, rerecording: rerecording)
  let replay = withEscapedDependencies { overridden in
    { @Sendable in overridden.yield { check.outcome() } }
  }
  var outcome = await replayThreads.run(replay)
  try Task.checkCancellation()
  let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  if extent == .effects {
    outcome = await EffectTurn.run { [outcome] in
      var outcome = outcome
      await check.runEffects(&outcome, timeout: timeout, at: location)
      return outcome
    }
  }
  try Task.checkCancellation()
  for remark in outcome.remarks {
    location.note("\(session): a reducer reported while it was replayed: \(remark)")
  }
  for effect in outcome.unverified { location.note("\(session): \(effect.visible)") }
  if outcome.isUpdated {
    TestFrameworkBridge.attach(
      contentsOf: session.url, named: session.url.lastPathComponent, location)
  }
  if let failure = outcome.failure { location.report(failure) }
}

/// The part of a recorded session that a replay in a test verifies.
///
///     @Test("Sessions and their effects replay as recorded", arguments: Sessions.in("Sessions"))
///     func replays(_ session: Session) async throws {
///       try await expectReplay(of: session, by: CounterFeature(), verifying: ReplayExtent.effects)
///     }
public enum ReplayExtent: Sendable {
  /// The state after each step, and the shape of its effect.
  case steps
  /// The steps, and the calls, actions and ends of effects.
  case effects
}

/// A limit for concurrent replays: Swift Testing starts all cases of a test at once, and there may
/// be thousands.
private let replayThreads = ThreadPool()
