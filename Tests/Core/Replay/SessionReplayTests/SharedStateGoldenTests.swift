import ComposableArchitecture
import DependencyInjection
import Foundation
import RecordedValues
import SessionDocument
import SessionLog
import SessionModel
import SessionRecording
import SessionReplay
import SessionTestSupport
import SharedState
import TestSupport
import Testing

@MainActor
@Suite("A golden session with shared state")
struct SharedStateGoldenTests {
  private nonisolated static func file(_ name: String) -> URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("__Snapshots__/\(name)")
  }

  /// The log and its text are recorded again with RECORD_GOLDENS=1, until the format is released.
  private nonisolated static let log = file("errands.reprise")
  private static let text = file("errands.txt")
  /// A log of version 0.1, which has no paths to elements and no types of stored values.
  private nonisolated static let older = file("errands-0.1.reprise")

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    guard ProcessInfo.processInfo.environment["RECORD_GOLDENS"] != nil else { return }
    let recorded = try Errands.record(at: folder.file("golden.reprise"))
    try FileManager.default.createDirectory(
      at: Self.log.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(contentsOf: URL(fileURLWithPath: recorded)).write(to: Self.log)
    try Data(shownText(ofLog: recorded).utf8).write(to: Self.text)
    Issue.record("recorded '\(Self.log.path)' again")
  }

  @Test(
    "The golden log replays with its outside changes, and accesses no file",
    arguments: [log, older])
  func replay(log: URL) {
    for isParanoid in [false, true] {
      var replayer = SessionReplayer(Errands.app)
      replayer.isParanoid = isParanoid
      let report = replayer.replay(path: log.path)
      #expect(report.verdict.kind == .match, "\(report.verdict)")
      #expect(report.verifiedSteps == 8)
      #expect(report.fit == nil)
    }
  }

  @Test("The steps of the golden log are printed as before")
  func reading() throws {
    let golden = String(decoding: try Data(contentsOf: Self.text), as: UTF8.self)
    #expect(try shownText(ofLog: Self.log.path) == golden)
    let header = try SessionReader(path: Self.log.path).header
    #expect(header.requires == ["identityTypes", "partDigests", "sharedState", "references"])
    #expect(header.dependencies.last?.name == "sharedValues")
  }

  @Test("Recording the session again results in the same bytes")
  func recording() throws {
    let path = try Errands.record(at: folder.file("errands.reprise"))
    let (today, kept) = (try SessionReader(path: path), try SessionReader(path: Self.log.path))
    #expect(text(ofHeader: today) == text(ofHeader: kept))
    // The compressed bytes depend on the system.
    #expect(try inflated(path) == inflated(Self.log.path))
  }

  private func text(ofHeader reader: SessionReader) -> String {
    String(decoding: reader.header.line(), as: UTF8.self)
  }
}

/// An app with a list in a file. A sheet edits one of the list's parts.
@Reducer
private struct Errands {
  @Recordable
  struct State: Equatable {
    @Shared(.fileStorage(URL(filePath: "/errands.json"))) var errands: [Errand] = []
    @Shared(.appStorage("isSorted")) var isSorted = false
    var editor: Editor?
    var archive: Archive?
  }

  /// A state that is created within a step, which records the contents of its file in the log.
  @Recordable
  struct Archive: Equatable {
    @Shared(.fileStorage(Errands.archive)) var titles: [String] = []
  }

  static let archive = URL(filePath: "/archive.json")

  @Recordable
  struct Errand: Codable, Equatable {
    var title: String
    var isDone = false
  }

  @Recordable
  struct Editor: Equatable {
    @Shared var errand: Errand
    @SharedReader var isSorted: Bool
  }

  @Recordable
  enum Action: Equatable {
    case add(String)
    case edit(Int)
    case rename(String)
    case sort
    case finish
    case openArchive
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .add(let title): state.$errands.withLock { $0.append(Errand(title: title)) }
      case .edit(let index):
        state.editor = Editor(
          errand: state.$errands[index], isSorted: SharedReader(state.$isSorted))
      case .rename(let title): state.editor?.$errand.withLock { $0.title = title }
      case .sort:
        state.$isSorted.withLock { $0.toggle() }
        state.$errands.withLock { $0.sort { $0.title < $1.title } }
      case .finish:
        state.editor?.$errand.withLock { $0.isDone = true }
        state.editor = nil
      case .openArchive:
        state.archive = Archive()
      }
      return .none
    }
  }

  static let identity = AppIdentity(name: "Errands", version: "1", build: "kept")

  /// The standard dependencies of the recording build.
  static let dependencies: [RecordedDependency] = [
    .uuid, .date, .randomNumbers, .continuousClock, .suspendingClock, .stackElementIDs,
  ]

  static var app: ReplayedApp<State, Action> {
    ReplayedApp(identity: identity) { Errands().assemble() }
  }

  /// Records a session of actions, between which the file and a setting are changed from outside.
  @MainActor
  static func record(at path: String) throws -> String {
    try withDependencies {
      $0.defaultFileStorage = .inMemory(
        fileSystem: LockIsolated([archive: Data(#"["Bakery"]"#.utf8)]))
      $0.defaultAppStorage = .inMemory
    } operation: {
      let recorder = try SessionRecorder<State, Action>(
        path: path, app: identity, initialState: State(), recorded: "2026-01-01T00:00:00Z",
        options: SessionRecordingOptions(dependencies: dependencies),
        milliseconds: { 0 }, onFailure: { Issue.record($0) })
      let store = Store(
        initialState: State(), reducer: { Errands() },
        withDependencies: { recorder.install(in: &$0) }, observer: recorder)
      store.send(.add("Post"))
      store.send(.edit(0))
      store.state.$errands.withLock { $0.append(Errand(title: "Bank")) }
      store.send(.rename("Post office"))
      store.state.$isSorted.withLock { $0 = true }
      store.send(.finish)
      store.send(.sort)
      store.send(.openArchive)
      _ = try recorder.finish()
      return path
    }
  }
}
