public import ComposableArchitecture
import DependencyInjection
public import RecordCoding
public import SessionRecording
public import SessionReplay

/// Fails the test unless a reducer does what a recorded session says, step by step.
///
/// The failure has the text of the report: the step, its action, the path of the first field that
/// differs, what was expected there, what is there, and the steps before. It works in Swift Testing
/// and in XCTest, where `SessionReplayTestCase` has a case a log, or a loop goes through the sessions:
///
///     func testSessions() async throws {
///       for session in Sessions.in("Sessions") {
///         try await expectReplay(of: session, by: AppFeature())
///       }
///     }
///
/// Where the variable `REPRISE_RERECORD` is `1`, a log that differs is recorded anew, and the test
/// still fails. Give it the name of a log of an older version of the app's types to record that anew.
///
/// Give what the app gives when it records: its own recorded dependencies, and its migrations. Logs of
/// any app whose state and actions fit are replayed, unless a name is given. The version of the types
/// is the one to which the migrations lead, unless it is given.
///
/// The replay does not run on the main actor. Dependencies that the test overrides are in force. An
/// error is thrown only if the test is cancelled.
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

/// Limits the replays that run at the same time: Swift Testing begins all cases of a test at once, and
/// there may be thousands.
private let replayThreads = ThreadPool()
