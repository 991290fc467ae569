import ComposableArchitecture
import Foundation
import RecordCoding
import SessionDocument
import SessionLog
import SessionModel
import SessionRecording
import SessionReplay
import SessionReports
import TestSupport
import Testing

/// A feature whose effects are canceled by secrets.
@Reducer
struct Vault {
  @Recordable
  struct State: Equatable {
    @Redacted var key = ""
    @Redacted var session: UUID?
  }

  @Recordable
  enum Action: Equatable {
    case open(Redacted<String>)
    case join
    case close
    case lengthen
  }

  enum Timer { case visibleCase }

  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .open(let key):
        state.key = key.wrappedValue
        return .run { _ in }.cancellable(id: key.wrappedValue)
      case .join:
        let session = uuid()
        state.session = session
        return .merge(.run { _ in }.cancellable(id: session), .cancel(id: Timer.visibleCase))
      case .close:
        return .concatenate(.cancel(id: state.key), .cancel(id: "visible-text"))
      case .lengthen:
        state.key += "-and-more"
        return .cancel(id: state.key)
      }
    }
  }
}

@MainActor
@Suite("Redaction of effect identities")
struct IdentityRedactionTests {
  private static let identity = AppIdentity(name: "Vault", version: "1", build: "test")
  private static let session = "5EC2E7AB-5EC2-E75E-C2E7-5EC2E75EC2E7"

  private let folder: TemporaryFolder
  private var path: String { folder.file("vault.reprise") }

  init() throws { folder = try TemporaryFolder() }

  private func record(_ actions: [Vault.Action], level: RecordingLevel = .steps) throws {
    let session = try #require(UUID(uuidString: Self.session))
    let recorder = try SessionRecorder<Vault.State, Vault.Action>(
      path: path, app: Self.identity, initialState: Vault.State(),
      recorded: "2026-01-01T00:00:00Z",
      options: SessionRecordingOptions(level: level, dependencies: [.secretUUID]),
      milliseconds: { 0 }, onFailure: { _ in })
    let store = Store(
      initialState: Vault.State(), reducer: { Vault() },
      withDependencies: {
        $0.uuid = .constant(session)
        recorder.install(in: &$0)
      }, observer: recorder)
    for action in actions { store.send(action) }
    _ = try recorder.finish()
  }

  private func replay() -> ReplayReport {
    SessionReplayer(
      ReplayedApp(identity: Self.identity, dependencies: [.secretUUID]) { Vault().assemble() }
    ).replay(path: path)
  }

  /// Returns the bytes of the file, followed by its inflated contents.
  private func contents() throws -> Data {
    let reader = try LogReader(path: path, options: .session)
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path)) + reader.header
    for block in reader.blocks { bytes += try reader.payload(of: block) }
    return bytes
  }

  @Test(
    "No secret identity is in the file or in its inflated contents, at any level",
    arguments: RecordingLevel.allCases)
  func grep(level: RecordingLevel) throws {
    try record(
      [.open(Redacted("hunter2")), .close, .join, .lengthen, .close], level: level)
    let contents = try contents()
    for secret in ["hunter2", "and-more", Self.session] {
      #expect(contents.range(of: Data(secret.utf8)) == nil, "\(secret)")
    }
    for id in ["visible-text", "visibleCase"] {
      #expect(contents.range(of: Data(id.utf8)) != nil, "\(id)")
    }
  }

  @Test("A replay with tokens instead of identities matches the same effects")
  func match() throws {
    try record([.open(Redacted("hunter2")), .close, .join, .open(Redacted("tr0ub4dor")), .close])
    let report = replay()
    #expect(report.verdict.name == "match", "\(ReplayText().lines(for: report))")
    #expect(report.verifiedSteps == 5)
  }

  @Test("Different secrets remain different identities")
  func different() throws {
    try record([.open(Redacted("hunter2")), .close, .open(Redacted("tr0ub4dor")), .close])
    var cursor = try SessionCursor(SessionReader(path: path))
    var ids: [String] = []
    while let step = try cursor.next() { ids.append(step.effect.description) }
    #expect(ids[0] != ids[2])
    #expect(ids[1] != ids[3])
    #expect(ids[1].hasPrefix("concatenate(cancel(id: ••••••"))
  }
}
