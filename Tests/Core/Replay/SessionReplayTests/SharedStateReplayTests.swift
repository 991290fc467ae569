import ComposableArchitecture
import DependencyInjection
import Foundation
import Observation
import RecordCoding
import RecordedValues
import SessionDocument
import SessionLog
import SessionModel
import SessionRecording
import SessionReplay
import SharedState
import Synchronization
import TestSupport
import Testing

@Suite("Sessions with shared state")
@MainActor
struct SharedStateReplayTests {
  @Test("Changes of shared state by reducers are recorded and replayed")
  func byReducers() throws {
    try withTemporaryFolder { folder in
      let path = try Board.record(in: folder) { store in
        store.send(.add("a"))
        store.send(.increment)
        store.send(.increment)
      }
      #expect(Board.replay(path).isMatch)
      let changes = try Board.changes(of: path)
      #expect(changes.map(\.count) == [1, 1, 1])
    }
  }

  @Test("A change of shared state between actions is a separate step")
  func fromOutside() throws {
    try withTemporaryFolder { folder in
      let path = try Board.record(in: folder) { store in
        store.send(.increment)
        store.state.$count.withLock { $0 = 40 }
        store.send(.increment)
        store.state.$count.withLock { $0 += 1 }
      }
      let steps = try Board.steps(of: path)
      #expect(steps.map { $0.kind == .outsideChange } == [false, true, false, true])
      #expect(steps.map(\.number) == [1, 2, 3, 4])
      #expect(Board.replay(path).isMatch)
      #expect(Board.replay(path, isParanoid: true).isMatch)
    }
  }

  @Test("The sender of an action is identified by its step, even after an outside change")
  func senders() async throws {
    try await withTemporaryFolder { folder in
      let recorder = try Board.recorder(in: folder)
      let store = Board.store(recorder)
      store.state.$count.withLock { $0 = 1 }
      store.send(.increment)
      await store.send(.load).finish()
      store.send(.increment)
      _ = try recorder.finish()
      let steps = try Board.steps(of: Board.path(in: folder))
      #expect(
        steps.map(\.origin) == [.sent, .sent, .sent, .sent, .received(startedBy: 3), .sent])
      #expect(steps.map { $0.kind == .outsideChange } == [true, false, false, true, false, false])
      #expect(Board.replay(Board.path(in: folder)).isMatch)
    }
  }

  @Test("A replay of a changed reducer diverges in the step with the changed result")
  func divergence() throws {
    try withTemporaryFolder { folder in
      let path = try Board.record(in: folder) { store in
        store.send(.increment)
        store.state.$count.withLock { $0 = 40 }
        store.send(.increment)
      }
      let report = Board.replay(path, fault: true)
      #expect(report.verdict.divergence?.step == 1)
    }
  }

  @Test("References with the same key share a value in a replay")
  func oneReference() throws {
    try withTemporaryFolder { folder in
      let path = try Board.record(in: folder) { store in
        store.send(.open)
        store.send(.rename("b"))
        store.send(.close)
        store.send(.rename("c"))
        store.send(.open)
      }
      #expect(Board.replay(path).isMatch)
    }
  }

  @Test("A value that is loaded within a step is recorded")
  func loadedWithinStep() throws {
    try withTemporaryFolder { folder in
      let files = LockIsolated<[URL: Data]>([Board.notesURL: Data(#"["x","y"]"#.utf8)])
      let path = try Board.record(in: folder, files: files) { store in
        store.send(.openNotes)
        store.send(.addNote("z"))
      }
      #expect(files.value[Board.notesURL] == Data(#"["x","y","z"]"#.utf8))
      files.setValue([:])
      #expect(Board.replay(path).isMatch)
      #expect(files.value.isEmpty)
    }
  }

  @Test("A state that is read from a keyframe has its original references")
  func keyframe() throws {
    let state = Board.State()
    state.$count.withLock { $0 = 3 }
    var copy = state
    copy.child = Board.Child(count: state.$count, name: Shared(value: "n"))
    var encoder = RecordEncoder()
    let supplement = SupplementEncoder()
    encoder.supplement = supplement
    encoder.encode(copy)
    var decoder = RecordDecoder(encoder.bytes)
    let parts = supplement.encoded
    decoder.supplement = try KeyframeSupplement(parts, in: parts.indices, ofStateAt: 0)
    let read = try DependencyValues.current.sharedReferences.restoring {
      try decoder.decode(Board.State.self)
    }
    read.$count.withLock { $0 = 9 }
    #expect(read.child?.count == 9)
    read.child?.$name.withLock { $0 = "m" }
    #expect(read.title == "")
  }

  @Test("The header of an app without shared state is unchanged")
  func header() {
    let header = SessionHeader(
      app: Board.identity, state: Int.self, action: Int.self,
      dependencies: RecordedDependency.standard.addingSharedValues(of: Int.self), recorded: "")
    #expect(header.requires == ["identityTypes"])
    #expect(header.dependencies.count == RecordedDependency.standard.count)
    #expect(
      Board.header.requires == ["identityTypes", "partDigests", "sharedState", "references"])
  }

  @Test("A file that a second process changes between two actions replays exactly")
  func otherProcess() async throws {
    try await withTemporaryFolder { folder in
      let file = URL(filePath: folder).appending(component: "notes.json")
      try Data(#"["a"]"#.utf8).write(to: file)
      let path = try await withDependencies {
        $0.defaultFileStorage = .fileSystem
      } operation: {
        let recorder = try SessionRecorder<Files.State, Files.Action>(
          path: Board.path(in: folder), app: Board.identity,
          initialState: Files.State(file), recorded: "", milliseconds: { 0 },
          onFailure: { Issue.record($0) })
        let initialState = Files.State(file)
        let store = Store(
          initialState: initialState, reducer: { Files() },
          withDependencies: { recorder.install(in: &$0) }, observer: recorder)
        store.send(.add("b"))
        try await initialState.$notes.save()
        let changed = AsyncStream.makeStream(of: Void.self)
        withObservationTracking {
          _ = initialState.notes
        } onChange: {
          changed.continuation.yield()
        }
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        let script = #"printf '["other"]' > "$0".new && mv "$0".new "$0""#
        process.arguments = ["-c", script, file.path()]
        try process.run()
        process.waitUntilExit()
        // The framework announces a change before making it; the next action waits for its end.
        for await _ in changed.stream { break }
        store.send(.add("c"))
        _ = try recorder.finish()
        #expect(store.state.notes == ["other", "c"])
        return Board.path(in: folder)
      }
      let reader = try SessionReader(path: path)
      var cursor = try SessionCursor(reader)
      var outside: [Bool] = []
      while let step = try cursor.next() { outside.append(step.kind == .outsideChange) }
      #expect(outside == [false, true, false])
      try FileManager.default.removeItem(at: file)
      let app = ReplayedApp<Files.State, Files.Action>(identity: Board.identity) {
        Files().assemble()
      }
      #expect(SessionReplayer(app).replay(path: path).isMatch)
      #expect(!FileManager.default.fileExists(atPath: file.path()))
    }
  }
}

private func withTemporaryFolder(_ body: (String) throws -> Void) throws {
  let folder = try TemporaryFolder()
  defer { withExtendedLifetime(folder) {} }
  try body(folder.path)
}

@MainActor
private func withTemporaryFolder(_ body: @MainActor (String) async throws -> Void) async throws {
  let folder = try TemporaryFolder()
  defer { withExtendedLifetime(folder) {} }
  try await body(folder.path)
}

extension ReplayReport {
  fileprivate var isMatch: Bool {
    if case .match = verdict { return true }
    Issue.record("\(verdict)")
    return false
  }
}

/// An app whose features share state.
@Reducer
struct Board {
  var isFaulty = false

  static let notesURL = URL(filePath: "/notes.json")
  static let identity = AppIdentity(name: "Board", version: "1", build: "test")

  @Recordable
  struct State: Equatable {
    @Shared(.inMemory("count")) var count = 0
    @Shared(.appStorage("title")) var title = ""
    var lines: [String] = []
    var child: Child?
    var notes: Notes?
  }

  @Recordable
  struct Child: Equatable {
    @Shared var count: Int
    @Shared var name: String
  }

  @Recordable
  struct Notes: Equatable {
    @Shared(.fileStorage(Board.notesURL)) var texts: [String] = []
    @SharedReader(.inMemory("count")) var count = 0
  }

  @Recordable
  enum Action: Equatable {
    case increment, open, close, load, loaded, openNotes
    case add(String)
    case rename(String)
    case addNote(String)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .increment: state.$count.withLock { $0 += isFaulty ? 2 : 1 }
      case .add(let line): state.lines.append(line)
      case .open: state.child = Child(count: state.$count, name: state.$title)
      case .close: state.child = nil
      case .rename(let name):
        if let child = state.child {
          child.$name.withLock { $0 = name }
          child.$count.withLock { $0 += 10 }
        } else {
          @Shared(.appStorage("title")) var title = ""
          $title.withLock { $0 = name + "!" }
        }
      case .load:
        return .run { [count = state.$count] send in
          count.withLock { $0 = 100 }
          await send(.loaded)
        }
      case .loaded: state.lines.append("\(state.count)")
      case .openNotes: state.notes = Notes()
      case .addNote(let text): state.notes?.$texts.withLock { $0.append(text) }
      }
      return .none
    }
  }
}

@MainActor
extension Board {
  static func path(in folder: String) -> String { "\(folder)/board.reprise" }

  static func recorder(in folder: String) throws -> SessionRecorder<State, Action> {
    try SessionRecorder(
      path: path(in: folder), app: identity, initialState: State(), recorded: "",
      milliseconds: { 0 }, onFailure: { Issue.record($0) })
  }

  static func store(_ recorder: SessionRecorder<State, Action>) -> StoreOf<Board> {
    Store(
      initialState: State(), reducer: { Board() },
      withDependencies: { recorder.install(in: &$0) }, observer: recorder)
  }

  /// Records a session. The initial states of the recorder and the store share values by key.
  static func record(
    in folder: String, files: LockIsolated<[URL: Data]> = LockIsolated([:]),
    _ session: (StoreOf<Board>) -> Void
  ) throws -> String {
    try withDependencies {
      $0.defaultFileStorage = .inMemory(fileSystem: files)
    } operation: {
      let recorder = try recorder(in: folder)
      session(store(recorder))
      _ = try recorder.finish()
      return path(in: folder)
    }
  }

  static func replay(_ path: String, fault: Bool = false, isParanoid: Bool = false) -> ReplayReport
  {
    var replayer = SessionReplayer(app(fault: fault))
    replayer.isParanoid = isParanoid
    return replayer.replay(path: path)
  }

  static func app(fault: Bool = false) -> ReplayedApp<State, Action> {
    ReplayedApp(identity: identity) { Board(isFaulty: fault).assemble() }
  }

  static var header: SessionHeader {
    SessionHeader(
      app: identity, state: State.self, action: Action.self,
      dependencies: RecordedDependency.standard.addingSharedValues(of: State.self), recorded: "")
  }

  static func steps(of path: String) throws -> [RecordedStep] {
    var cursor = try SessionCursor(try SessionReader(path: path))
    var steps: [RecordedStep] = []
    while let step = try cursor.next() { steps.append(step) }
    return steps
  }

  static func changes(of path: String) throws -> [[StateChange]] {
    let reader = try SessionReader(path: path)
    var cursor = try SessionCursor(reader)
    var changes: [[StateChange]] = []
    var before = cursor.state
    while try cursor.next() != nil {
      changes.append(
        StateChange.all(
          from: before, to: cursor.state, as: reader.header.state, in: reader.header.schema))
      before = cursor.state
    }
    return changes
  }
}

@Reducer
struct Files {
  @Recordable
  struct State: Equatable {
    @Shared var notes: [String]

    init(_ file: URL) {
      _notes = Shared(wrappedValue: [], .fileStorage(file))
    }
  }

  @Recordable
  enum Action: Equatable {
    case add(String)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .add(let text): state.$notes.withLock { $0.append(text) }
      }
      return .none
    }
  }
}
