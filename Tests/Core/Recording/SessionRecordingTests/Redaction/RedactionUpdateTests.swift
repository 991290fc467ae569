import ComposableArchitecture
import Foundation
import RecordCoding
import SessionDocument
import SessionLog
import SessionModel
import SessionRecording
import SessionReplay
import TestSupport
import Testing

/// A feature before its author considered secrets.
@Reducer
struct OpenDoor {
  @Recordable struct State: Equatable {
    var code = ""
    var id: UUID?
  }
  @Recordable enum Action: Equatable { case type(String), draw }

  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .type(let code): state.code += code
      case .draw: state.id = uuid()
      }
      return .none
    }
  }
}

/// A version of the feature with its secrets marked, and with an effect that depends on one.
@Reducer
struct Door {
  @Recordable struct State: Equatable {
    @Redacted var code = ""
    @Redacted var id: UUID?
  }
  @Recordable enum Action: Equatable { case type(Redacted<String>), draw }

  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .type(let code):
        state.code += code.wrappedValue
        return .cancel(id: state.code)
      case .draw:
        state.id = uuid()
        return .none
      }
    }
  }
}

@MainActor
@Suite("Updates of logs with values that have become secrets")
struct RedactionUpdateTests {
  private nonisolated static let identity = AppIdentity(name: "Door", version: "1", build: "")
  private nonisolated static let drawn = UUID(
    uuid: (0x5E, 0xC2, 0xE7, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13))
  private let folder: TemporaryFolder
  private var path: String { folder.file("door.reprise") }

  init() throws { folder = try TemporaryFolder() }

  private func record(_ actions: [OpenDoor.Action]) throws {
    let recorder = try SessionRecorder<OpenDoor.State, OpenDoor.Action>(
      path: path, app: Self.identity, initialState: OpenDoor.State(),
      recorded: "2026-01-01T00:00:00Z", milliseconds: { 0 }, onFailure: { _ in })
    let store = Store(
      initialState: OpenDoor.State(), reducer: { OpenDoor() },
      withDependencies: {
        $0.uuid = .constant(Self.drawn)
        recorder.install(in: &$0)
      }, observer: recorder)
    for action in actions { store.send(action) }
    _ = try recorder.finish()
  }

  private func contents() throws -> Data {
    let reader = try LogReader(path: path, options: .session)
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path)) + reader.header
    for block in reader.blocks { bytes += try reader.payload(of: block) }
    return bytes
  }

  @Test("An updated log has tokens in place of the secrets")
  func tokens() throws {
    try record([.type("hunter"), .type("-and-two")])
    #expect(try contents().range(of: Data("hunter".utf8)) != nil)
    let replayer = SessionReplayer(
      ReplayedApp(identity: Self.identity) { Door().assemble() })
    guard case .updated = replayer.update(path: path).outcome else {
      Issue.record("the log was not updated")
      return
    }
    #expect(try SessionReader(path: path).header.redacted?.isEmpty == false)
    for secret in ["hunter", "and-two"] {
      #expect(try contents().range(of: Data(secret.utf8)) == nil, "\(secret)")
    }
  }

  @Test("A read value that has become a secret is replaced by a token in the reads")
  func drawnSecret() throws {
    try record([.type("hunter"), .draw])
    let drawn = withUnsafeBytes(of: Self.drawn.uuid) { Data($0) }
    #expect(try contents().range(of: drawn) != nil)
    let replayer = SessionReplayer(
      ReplayedApp(identity: Self.identity) { Door().assemble() })
    guard case .updated = replayer.update(path: path).outcome else {
      Issue.record("the log was not updated")
      return
    }
    #expect(try contents().range(of: drawn) == nil)
    #expect(replayer.replay(path: path).verdict.name == "match")
  }

  @Test("A log whose dependency values have become secrets is not updated")
  func draws() throws {
    try record([.type("hunter"), .draw])
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    let replayer = SessionReplayer(
      ReplayedApp(identity: Self.identity, dependencies: [.secretUUID]) { Door().assemble() })
    guard case .notWritten(let reason) = replayer.update(path: path).outcome else {
      Issue.record("the log was updated")
      return
    }
    #expect(reason == "it contains reads of 'uuid', which are secrets now; record it again")
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
  }
}
