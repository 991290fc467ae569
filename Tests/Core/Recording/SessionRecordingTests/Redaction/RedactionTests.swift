import RecordedValues
import ComposableArchitecture
import DependencyInjection
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

@MainActor
@Suite("Redacted values")
struct RedactionTests {
  private nonisolated static let identity = AppIdentity(name: "Login", version: "1", build: "test")
  private nonisolated static let secretID = "5EC2E7AB-5EC2-E75E-C2E7-5EC2E75EC2E7"

  private let folder: TemporaryFolder
  private var path: String { folder.file("login.reprise") }

  init() throws { folder = try TemporaryFolder() }

  private func record(_ actions: [Login.Action], level: RecordingLevel = .steps) throws {
    let secretID = try #require(UUID(uuidString: Self.secretID))
    let recorder = try SessionRecorder<Login.State, Login.Action>(
      path: path, app: Self.identity, initialState: Login.State(), recorded: "2026-01-01T00:00:00Z",
      options: SessionRecordingOptions(level: level, dependencies: [.secretUUID]),
      milliseconds: { 0 }, onFailure: { _ in })
    let store = Store(
      initialState: Login.State(), reducer: { Login() },
      withDependencies: {
        $0.uuid = .constant(secretID)
        recorder.install(in: &$0)
      }, observer: recorder)
    for action in actions { store.send(action) }
    _ = try recorder.finish()
  }

  private func replay(forgetsRepetition: Bool = false) -> ReplayReport {
    let app = ReplayedApp(identity: Self.identity, dependencies: [.secretUUID]) {
      Login(forgetsRepetition: forgetsRepetition).assemble()
    }
    return SessionReplayer(app).replay(path: path)
  }

  private static let actions: [Login.Action] = [
    .rename("visible-name"), .passwordChanged(Redacted("hunter2")), .submit,
    .passwordChanged(Redacted("tr0ub4dor")), .submit, .passwordChanged(Redacted("hunter2")),
    .keyTapped(Redacted("Q")), .submit, .pinTyped(digit: Redacted(7)),
    .pinTyped(digit: Redacted(3)), .binding(.set(\.password, "bound-secret")), .submit,
    .passwordChanged(Redacted("hunter2")), .submit,
  ]
  private static let secrets = ["hunter2", "tr0ub4dor", "hunter2Q", "bound-secret", secretID]

  @Test(
    "A session with secrets replays as recorded at every level",
    arguments: [
      RecordingLevel.steps, .actions,
    ])
  func match(level: RecordingLevel) throws {
    try record(Self.actions, level: level)
    let report = replay()
    #expect(report.verdict.name == "match", "\(ReplayText().lines(for: report))")
    #expect(report.verifiedSteps == 14)
  }

  @Test("A replay compares behavior that depends on the equality of secrets")
  func equality() throws {
    try record(Self.actions)
    let divergence = try #require(replay(forgetsRepetition: true).verdict.divergence)
    #expect(divergence.step == 14)
    guard case .state(let state) = divergence.kind else { return }
    #expect(state.path == "attempts[4].isRepeated")
  }

  /// Returns everything that can be read from a log: the file, and its inflated contents.
  private func contents() throws -> [UInt8] {
    let reader = try LogReader(path: path, options: .session)
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) + reader.header
    for block in reader.blocks { bytes += try reader.payload(of: block) }
    return bytes
  }

  @Test("No secret is in the file or in its inflated contents, but other texts are")
  func grep() throws {
    try record(Self.actions)
    let bytes = Data(try contents())
    #expect(bytes.range(of: Data("visible-name".utf8)) != nil)
    for secret in Self.secrets { #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(secret)") }
    let id = try #require(UUID(uuidString: Self.secretID)).uuid
    #expect(bytes.range(of: withUnsafeBytes(of: id) { Data($0) }) == nil)
  }

  @Test("The header lists redacted values by type and field or case")
  func header() throws {
    try record([])
    let redacted = try #require(try SessionReader(path: path).header.redacted)
    #expect(
      redacted == [
        "Login.State.password", "Attempt.password", "Login.State.uses", "Login.State.pin",
        "Login.State.session", "BindingAction.password", "BindingAction.uses", "BindingAction.pin",
        "BindingAction.session", "Login.Action.passwordChanged", "Login.Action.keyTapped",
        "Login.Action.pinTyped", "uuid",
      ])
  }

  @Test("Steps, states and divergences are shown with tokens")
  func texts() throws {
    try record(Self.actions)
    let report = replay(forgetsRepetition: true)
    let lines = ReplayText(isVerbose: true).lines(for: report).joined(separator: "\n")
    for secret in Self.secrets { #expect(!lines.contains(secret)) }
    var cursor = try SessionCursor(try SessionReader(path: path))
    let header = try SessionReader(path: path).header
    let text = ActionText(schema: header.schema, type: header.action)
    var actions: [String] = []
    while let step = try cursor.next() { actions.append(text.text(of: step.action)) }
    #expect(actions[1] == #"passwordChanged("••••••①")"#)
    #expect(actions[5] == actions[1])
    #expect(actions[3] == #"passwordChanged("••••••••①")"#)
  }

  @Test("A redacted value reveals nothing when it is printed")
  func description() {
    var dumped = ""
    dump(Login.State(password: "hunter2"), to: &dumped)
    #expect(!dumped.contains("hunter2"))
    #expect("\(Redacted("hunter2"))" == "redacted")
    #expect(String(reflecting: Redacted("hunter2")) == "redacted")
  }

  @Test("A token has the shape of its value, and different secrets have different tokens")
  func tokens() {
    #expect("".redacted(asSecret: 3) == "")
    #expect("x".redacted(asSecret: 12) == "ⓒ")
    #expect("Grüße!".redacted(asSecret: 12) == "•••••ⓒ")
    #expect([1, 2].redacted(asSecret: 5) == [5, 5])
    #expect(Optional("ab").redacted(asSecret: 1) == "•①")
    #expect(String?.none.redacted(asSecret: 1) == nil)
    #expect(Data([9, 9, 9]).redacted(asSecret: 258) == Data([2, 1, 0]))
  }
}
