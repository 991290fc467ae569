import ComposableArchitecture
import DependencyInjection
import Foundation
import RecordCoding
import SessionDocument
import SessionLog
import SessionModel
import SessionRecording
import SessionReplay
import SessionTestSupport
import SharedState
import Synchronization
import TestGeneration
import TestSupport
import Testing

@Suite("Recordings of shared state")
@MainActor
struct SharedStateRecordingTests {
  @Test("A secret in a shared value is not in the log, and the session replays")
  func secrets() throws {
    let folder = try TemporaryFolder()
    let path = try Account.record(in: folder) { store in
      store.send(.logIn("correct horse"))
      store.state.$login.withLock { $0.password = "battery staple" }
      store.send(.note("battery staple"))
      store.send(.logIn("correct horse"))
    }
    let bytes = try inflated(path)
    #expect(!bytes.contains("horse"))
    #expect(!bytes.contains("staple"))
    #expect(Account.replay(path).isMatch)
    let copy = folder.file("copy.reprise")
    #expect(try isLossless(path, to: copy))
    #expect(Account.replay(copy).isMatch)
  }

  @Test("A generated test changes shared values in place, between the steps too")
  func generatedTest() throws {
    let folder = try TemporaryFolder()
    let login = Shared(value: Account.Login(name: "Blob"))
    let path = try Account.record(
      in: folder, from: Account.State(login: login, name: login.name)
    ) { store in
      store.send(.rename("Anna"))
      store.state.$login.withLock { $0.name = "Eve" }
      store.send(.noteName)
    }
    let text = try SessionReplayer(Account.app()).generatedTest(
      of: URL(fileURLWithPath: path), named: "shared",
      source: TestSource(
        imports: [], feature: "Account()", initialState: "Account.State()", screen: ""),
      initialState: {
        let login = Shared(value: Account.Login(name: "Bob"))
        return Account.State(login: login, name: login.name)
      })
    let start = try #require(text.range(of: "    let store"))
    #expect(
      text[start.lowerBound...] == """
            let store = ReplayTestStore(initialState: Account.State()) {
              Account()
            } start: {
              $0.$login.withLock { $0.name = "Blob" }
              $0.$name.withLock { $0 = "Blob" }
            }
            store.send(.rename("Anna")) { $0.$login.withLock { $0.name = "Anna" } }
            // shared state changed from outside
            store.changeShared { $0.$login.withLock { $0.name = "Eve" } }
            store.send(.noteName) { $0.notes.append("Eve") }
          }
        }

        """)
  }

  @Test("A change on a different thread waits for the end of the step")
  func otherThread() throws {
    let folder = try TemporaryFolder()
    let path = try Account.record(in: folder) { store in
      let done = DispatchSemaphore(value: 0)
      let login = store.state.$login
      let change = Signal {
        DispatchQueue.global().async {
          login.withLock { $0.name = "of another thread" }
          done.signal()
        }
      }
      store.send(.readTwice(change))
      done.wait()
      store.send(.note("after"))
    }
    #expect(try Account.outsideSteps(of: path) == [false, true, false])
    #expect(Account.replay(path).isMatch)
    let copy = folder.file("copy.reprise")
    #expect(try isLossless(path, to: copy))
    #expect(try Account.outsideSteps(of: copy) == [false, true, false])
    #expect(Account.replay(copy).isMatch)
  }

  @Test("In a state from a keyframe, a reference to a part of a shared value still shares it")
  func partInKeyframe() throws {
    let folder = try TemporaryFolder()
    let login = Shared(value: Account.Login(name: "Blob"))
    let state = Account.State(login: login, name: login.name)
    let path = try Account.record(in: folder, from: state) { store in
      store.send(.rename("Blob Jr."))
      store.send(.logIn("1234"))
    }
    #expect(login.wrappedValue.name == "Blob Jr.")
    #expect(Account.replay(path).isMatch)
  }

  @Test("A log without exact changes contains outside changes", arguments: [RecordingLevel.actions])
  func otherLevel(level: RecordingLevel) throws {
    let folder = try TemporaryFolder()
    let path = try Account.record(in: folder, level: level) { store in
      store.send(.note("a"))
      store.state.$login.withLock { $0.name = "from outside" }
      store.send(.noteName)
    }
    #expect(try Account.outsideSteps(of: path) == [false, true, false])
    #expect(Account.replay(path).isMatch)
  }

  @Test("A replay doesn't load values from keys")
  func noKeyIsAsked() throws {
    let folder = try TemporaryFolder()
    CountedKey.uses.setValue(0)
    let path = try Account.record(in: folder) { store in store.send(.load) }
    let uses = CountedKey.uses.value
    #expect(uses > 0)
    #expect(Account.replay(path).isMatch)
    #expect(CountedKey.uses.value == uses)
  }

  @Test("An outside change is kept when its log is updated")
  func update() throws {
    let folder = try TemporaryFolder()
    let path = try Account.record(in: folder) { store in
      store.send(.note("a"))
      store.state.$login.withLock { $0.name = "from outside" }
      store.send(.noteName)
    }
    let app = Account.app(isPolite: true)
    guard case .updated = SessionReplayer(app).update(path: path).outcome else {
      Issue.record("the log was not updated")
      return
    }
    #expect(try Account.outsideSteps(of: path) == [false, true, false])
    #expect(SessionReplayer(app).replay(path: path).isMatch)
  }

  private func inflated(_ path: String) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/zcat")
    process.arguments = [path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }
}

extension ReplayReport {
  fileprivate var isMatch: Bool {
    if case .match = verdict { return true }
    Issue.record("\(verdict)")
    return false
  }
}

/// A signal from a reducer to a test.
struct Signal: Recordable, Sendable, Equatable {
  private let send: @Sendable () -> Void

  init(_ send: @escaping @Sendable () -> Void) {
    self.send = send
  }

  func callAsFunction() { send() }

  static func == (one: Signal, other: Signal) -> Bool { true }
  static func describe(in schema: SchemaBuilder) -> TypeReference {
    schema.reference(to: Bool.self)
  }
  func record(into encoder: inout RecordEncoder) { encoder.encode(true) }
  init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    _ = try decoder.decode(Bool.self)
    send = {}
  }
  func recordChange(from old: Signal, into encoder: inout RecordEncoder) -> Bool { false }
}

/// A key that counts its uses.
struct CountedKey: SharedKey, Hashable {
  static let uses = LockIsolated(0)

  func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {
    Self.uses.withValue { $0 += 1 }
    continuation.resume(returning: 42)
  }

  func subscribe(
    context: LoadContext<Int>, subscriber: SharedSubscriber<Int>
  ) -> SharedSubscription {
    Self.uses.withValue { $0 += 1 }
    return SharedSubscription()
  }

  func save(_ value: Int, context: SaveContext, continuation: SaveContinuation) {
    Self.uses.withValue { $0 += 1 }
    continuation.resume()
  }
}

@Reducer
struct Account {
  var isPolite = false

  @Recordable
  struct Login: Equatable, Sendable {
    var name: String
    @Redacted var password = ""
  }

  @Recordable
  struct State: Equatable {
    @Shared var login: Login
    @Shared var name: String
    var notes: [String] = []
    var loaded: Loaded?
  }

  @Recordable
  struct Loaded: Equatable {
    @Shared(CountedKey()) var number = 0
  }

  @Recordable
  enum Action: Equatable {
    case logIn(String)
    case note(String)
    case rename(String)
    case readTwice(Signal)
    case noteName, load
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .logIn(let password): state.$login.withLock { $0.password = password }
      case .note(let text): state.notes.append(isPolite ? "Please: \(text)" : text)
      case .rename(let name): state.$name.withLock { $0 = name }
      case .noteName: state.notes.append(state.login.name)
      case .load:
        state.loaded = Loaded()
        state.loaded?.$number.withLock { $0 += 1 }
      case .readTwice(let signal):
        let before = state.login.name
        signal()
        state.notes.append("\(before == state.login.name)")
      }
      return .none
    }
  }
}

@MainActor
extension Account {
  static let identity = AppIdentity(name: "Account", version: "1", build: "test")

  static func record(
    in folder: TemporaryFolder,
    from state: State = State(
      login: Shared(value: Login(name: "Blob")), name: Shared(value: "alias")),
    level: RecordingLevel = .steps, _ session: (StoreOf<Account>) -> Void
  ) throws -> String {
    let path = folder.file("account.reprise")
    let recorder = try SessionRecorder<State, Action>(
      path: path, app: identity, initialState: state, recorded: "",
      options: SessionRecordingOptions(level: level), milliseconds: { 0 },
      onFailure: { Issue.record($0) })
    let store = Store(
      initialState: state, reducer: { Account() },
      withDependencies: { recorder.install(in: &$0) }, observer: recorder)
    session(store)
    _ = try recorder.finish()
    return path
  }

  nonisolated static func app(isPolite: Bool = false) -> ReplayedApp<State, Action> {
    ReplayedApp(identity: AppIdentity(name: "Account", version: "1", build: "test")) {
      Account(isPolite: isPolite).assemble()
    }
  }

  static func replay(_ path: String) -> ReplayReport { SessionReplayer(app()).replay(path: path) }

  static func outsideSteps(of path: String) throws -> [Bool] {
    var cursor = try SessionCursor(try SessionReader(path: path))
    var steps: [Bool] = []
    while let step = try cursor.next() { steps.append(step.kind == .outsideChange) }
    return steps
  }
}
