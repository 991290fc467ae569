import ComposableArchitecture
import Foundation
import Platform
import SessionDocument
import SessionModel
import SessionRecording
import SessionReplay
import SharedState
import TestSupport
import Testing

@Suite("References that a log cannot describe")
@MainActor
struct UndescribedReferenceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func record(_ state: Meters.State) throws -> (path: String, limitations: [String]) {
    let found = LockIsolated<[String]>([])
    var options = SessionRecordingOptions()
    options.onLimitation = { limitation in found.withValue { $0.append(limitation) } }
    let path = folder.file("meters.reprise")
    let recorder = try SessionRecorder<Meters.State, Meters.Action>(
      path: path, app: Meters.identity, initialState: state, recorded: "", options: options,
      milliseconds: { 0 }, onFailure: { Issue.record($0) })
    let store = Store(
      initialState: state, reducer: { Meters() },
      withDependencies: { recorder.install(in: &$0) }, observer: recorder)
    store.send(.increment)
    store.send(.derive)
    store.send(.increment)
    _ = try recorder.finish()
    return (path, found.value)
  }

  @Test("A reference through a function is named at the start, in the header and in the verdict")
  func function() throws {
    var state = Meters.State()
    state.readers = [SharedReader(state.$count), state.$count.read { $0 * 2 }]
    let (path, limitations) = try record(state)
    #expect(limitations.count == 1)
    #expect(limitations.first?.hasPrefix("'readers[1]' is a reference") == true)
    let header = try SessionReader(path: path).header
    #expect(header.undescribed == ["readers[1]", "late"])
    let report = SessionReplayer(Meters.app).replay(path: path)
    #expect(report.verdict.kind == .diverged)
    #expect("\(report)".contains("'readers[1]' is a reference that the log cannot describe"))
  }

  @Test("A reference that a step creates can be replayed from the start")
  func later() throws {
    let (path, limitations) = try record(Meters.State())
    #expect(limitations == [])
    let report = SessionReplayer(Meters.app).replay(path: path)
    #expect(report.verdict.kind == .match, "\(report)")
    #expect("\(report)".contains("'late' is a reference that the log cannot describe"))
  }

  @Test("A part of a value of a private type is named unless the whole value is in the state")
  func privateType() throws {
    let hidden = Shared(value: HiddenText())
    var state = Meters.State()
    state.part = hidden.text
    #expect(try record(state).limitations.first?.hasPrefix("'part' is a reference") == true)
  }

  @Test("References to elements, properties and keys need no remark")
  func described() throws {
    let list = Shared(value: [1, 2])
    var state = Meters.State()
    state.readers = [SharedReader(list[0]), SharedReader(Array(list)[1])]
    #expect(try record(state).limitations == [])
  }
}

@Recordable
private struct HiddenText: Equatable {
  var text = ""
}

@Reducer
struct Meters {
  static let identity = AppIdentity(name: "Meters", version: "1", build: "test")
  static var app: ReplayedApp<State, Action> {
    ReplayedApp(identity: identity) { Meters().assemble() }
  }

  @Recordable
  struct State: Equatable {
    @Shared var count: Int
    var readers: [SharedReader<Int>] = []
    var late: SharedReader<Int>?
    var part: Shared<String>?

    init() { _count = Shared(value: 1) }
  }

  @Recordable
  enum Action: Equatable {
    case increment, derive
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .increment: state.$count.withLock { $0 += 1 }
      case .derive: state.late = state.$count.read { $0 + 1 }
      }
      return .none
    }
  }
}
