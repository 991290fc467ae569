import ComposableArchitecture
import DependencyInjection
import Foundation
import SessionLog
import SessionModel
import SessionRecording
import SessionReplay
import SessionTestSupport
import TestGeneration
import TestSupport
import Testing

/// Tests the logs from which no test can be generated.
@MainActor
@Suite("Logs that cannot become a test")
struct GeneratedTestErrorTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("s.reprise")
  }

  private func error(upTo last: UInt64 = .max) throws -> GeneratedTestError? {
    do throws(GeneratedTestError) {
      _ = try SessionReplayer(Session.app()).generatedTest(
        of: URL(fileURLWithPath: path), named: "notes",
        source: TestSource(
          imports: [], feature: "Notebook()", initialState: "Notebook.State()", screen: ""),
        initialState: { Notebook.State() }, upTo: last)
      return nil
    } catch {
      return error
    }
  }

  /// Returns the reason why the log cannot be read, or an empty text if it is not the error.
  private func readingError() throws -> String {
    if case .unreadable(let text)? = try error() { text } else { "" }
  }

  @Test("A missing file, and a file that is not a log, are unreadable")
  func unreadable() throws {
    #expect(try readingError().contains("No such file or directory"))
    try folder.write("not a log", as: "s.reprise")
    #expect(try readingError().contains("s.reprise"))
  }

  @Test("A damaged log does not become a test of the steps that are left")
  func damaged() async throws {
    try await Session.record(at: path)
    var bytes = try bytes(of: path)
    let middle = bytes.count / 2
    for index in middle..<middle + 8 { bytes[index] ^= 0xff }
    try folder.write(Data(bytes), to: "s.reprise")
    #expect(try readingError().contains("damaged"))
  }

  @Test("A log of a different app is incompatible, and both apps are named")
  func otherApp() async throws {
    try await Session.record(
      at: path, as: AppIdentity(name: "Diary", version: "1", build: "test"))
    guard case .incompatible(let text)? = try error() else {
      Issue.record("a log of a different app became a test")
      return
    }
    #expect(text.contains("Diary"), "\(text)")
  }

  @Test("A log without the changes of its steps cannot become a test")
  func withoutChanges() async throws {
    try await Session.record(at: path, level: .actions)
    #expect(try error() == .level(path: path, .actions))
  }

  @Test("A long session becomes a test up to the maximum number of steps, and no further")
  func tooLong() async throws {
    let limit = SessionReplayer<Notebook.State, Notebook.Action>.mostGeneratedSteps
    try await Session.record(Array(repeating: .add(1), count: Int(limit) + 1), at: path)
    #expect(try error() == .tooLong(path: path, steps: limit + 1, limit: limit))
    #expect(try error(upTo: limit) == nil)
  }

  @Test("A ring that lost its first steps cannot become a test")
  func laterStart() async throws {
    try await record(
      Session.app(), Notebook.State(), at: path,
      options: { $0.retention = LogRetention(.last(steps: 100)) }, reducer: { Notebook() },
      dependencies: .current, milliseconds: { 0 }
    ) { store in
      for _ in 0..<2_000 { store.send(.add(1)) }
    }
    guard case .laterStart(path, let first)? = try error() else {
      Issue.record("a ring became a test")
      return
    }
    #expect(first > 1)
  }

  @Test(
    "Each error names the log and a remedy",
    arguments: [
      (GeneratedTestError.otherTypes(path: "s"), "replay --update"),
      (.level(path: "s", .actions), "run --record"),
      (.noState(path: "s"), "record it again"),
      (.laterStart(path: "s", firstStep: 5), "begins after step 4"),
      (.gap(path: "s", first: 3, last: 9), "--to 2"),
      (.gap(path: "s", first: 1, last: 9), "expectReplay"),
      (.tooLong(path: "s", steps: 3_000, limit: 2_000), "--to N"),
    ])
  func remedies(error: GeneratedTestError, remedy: String) {
    #expect(error.description.contains("'s'") && error.description.contains(remedy))
  }
}
