public import ReducerRuntime
import DependencyInjection
public import RecordCoding
import ReplayCorpus
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
/// one to which the migrations lead, unless you pass `typesVersion`.
///
/// The replay does not run on the main actor, and uses dependencies that the test overrides. Throws
/// only if the test is canceled.
public func expectReplay<State: Recordable, Action: Recordable>(
  of session: Session,
  by reducer: @autoclosure @escaping @Sendable () -> any Reducer<State, Action>,
  app name: String? = nil, typesVersion: Int? = nil,
  dependencies: [RecordedDependency] = RecordedDependency.standard,
  migrations: [SessionMigration] = [],
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) async throws {
  try Task.checkCancellation()
  let rerecording = Rerecording.current
  let check = withEscapedDependencies { overridden in
    { @Sendable () -> SessionCheck<State, Action>.Outcome in
      overridden.yield {
        let replayer = SessionReplayer(
          app: name, typesVersion: typesVersion, dependencies: dependencies,
          migrations: migrations, reducer: reducer)
        return SessionCheck(session: session, replayer: replayer, rerecording: rerecording)
          .outcome()
      }
    }
  }
  let outcome = await replayThreads.run(check)
  try Task.checkCancellation()
  let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  for remark in outcome.remarks {
    location.note("\(session): a reducer reported while it was replayed: \(remark)")
  }
  if let failure = outcome.failure { location.report(failure) }
}

/// A limit for concurrent replays: Swift Testing starts all cases of a test at once, and there may
/// be thousands.
private let replayThreads = ThreadPool()
