import ComposableArchitecture
import Foundation
import RecordCoding
import SessionDocument
import SessionLog
import SessionModel
import SessionRecording
import SessionReplay
import SessionTestSupport
import TestSupport
import Testing

@MainActor
@Suite("Types of effect identities")
struct IdentityTypeTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("walk.reprise")
  }

  @Test(
    "An identity of a different type with the same description is a different effect",
    arguments: Walk.Fault.allCases)
  fileprivate func otherType(fault: Walk.Fault) async throws {
    try await record()
    #expect(replay(nil).verdict.kind == .match)
    let divergence = try #require(replay(fault).verdict.divergence)
    #expect(divergence.step == (fault.isOfCancellable ? 1 : 2))
    let expected = try #require(divergence.expected)
    let actual = try #require(divergence.actual)
    #expect(expected.contains("walk (a SessionReplayTests.Walk.CancelID)"))
    #expect(actual.contains("walk (a \(fault.typeName))"))
  }

  @Test("The printed effect omits types if the effect matches")
  func text() async throws {
    try await record()
    let reader = try SessionReader(path: path)
    let text = EffectText(header: reader.header)
    var cursor = try SessionCursor(reader)
    #expect(try cursor.next().map { text.text(of: $0.effect) } == "run.cancellable(id: walk)")
    #expect(try cursor.next().map { text.text(of: $0.effect) } == "cancel(id: walk)")
  }

  @Test("A log recorded before identities had types is compared by descriptions")
  func older() async throws {
    try await record()
    let lines = try exportedLines(of: path).map { line in
      String(decoding: line, as: UTF8.self)
        .replacing(#","idType":"SessionReplayTests.Walk.CancelID""#, with: "")
        .replacing(#""identityTypes""#, with: "")
    }
    #expect(!lines.contains { $0.contains("CancelID") })
    try importLog(lines.map { Array($0.utf8) }, to: path)
    #expect(replay(nil).verdict.kind == .match)
    for fault in Walk.Fault.allCases { #expect(replay(fault).verdict.kind == .match) }
    #expect(replay(nil, name: "run").verdict.kind == .diverged)
  }

  @Test("An exported log keeps the types of identities")
  func exchange() async throws {
    try await record()
    let copy = folder.file("copy.reprise")
    #expect(try isLossless(path, to: copy))
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: copy, toPath: path)
    #expect(replay(nil).verdict.kind == .match)
    #expect(replay(.cancelsText).verdict.kind == .diverged)
  }

  @Test("The name of a type is stored once for the steps of a block with the same effect")
  func length() async throws {
    try await record(rounds: 100)
    let reader = try LogReader(path: path, options: .session)
    let bytes = try reader.blocks.flatMap { try reader.payload(of: $0) }
    let text = String(decoding: bytes, as: UTF8.self)
    // The name is stored for the cancellable effect and for the cancellation.
    #expect(text.ranges(of: "SessionReplayTests.Walk.CancelID").count == 2)
  }

  private func record(rounds: Int = 1) async throws {
    let recorder = try SessionRecorder<Walk.State, Walk.Action>(
      path: path, app: Session.identity, initialState: .init(), recorded: "2026-01-01T00:00:00Z",
      milliseconds: { 0 }, onFailure: { Issue.record("\($0)") })
    let store = Store(initialState: .init(), reducer: { Walk() }, observer: recorder)
    for _ in 0..<rounds {
      store.send(.start)
      store.send(.stop)
    }
    _ = try recorder.finish()
  }

  private func replay(_ fault: Walk.Fault?, name: String = "walk") -> ReplayReport {
    SessionReplayer(
      ReplayedApp<Walk.State, Walk.Action>(identity: Session.identity) {
        Walk(fault: fault, name: name).assemble()
      }
    ).replay(path: path)
  }
}

@Reducer
private struct Walk {
  enum CancelID { case walk }
  enum OtherID { case walk, run }
  struct Named: Hashable, CustomStringConvertible {
    let description: String
  }

  enum Fault: CaseIterable {
    case cancelsText, cancelsOther, cancelsNamed
    case startsText, startsOther

    var isOfCancellable: Bool { self == .startsText || self == .startsOther }

    var typeName: String {
      switch self {
      case .cancelsText, .startsText: "Swift.String"
      case .cancelsOther, .startsOther: "SessionReplayTests.Walk.OtherID"
      case .cancelsNamed: "SessionReplayTests.Walk.Named"
      }
    }
  }

  @Recordable
  struct State: Equatable {}

  @Recordable
  enum Action { case start, stop }

  var fault: Fault?
  var name = "walk"

  var body: some ReducerOf<Self> {
    Reduce { _, action in
      switch action {
      case .start:
        let run = Effect<Action>.run { _ in }
        switch fault {
        case .startsText: return run.cancellable(id: "walk")
        case .startsOther: return run.cancellable(id: OtherID.walk)
        default:
          return name == "walk"
            ? run.cancellable(id: CancelID.walk) : run.cancellable(id: OtherID.run)
        }
      case .stop:
        switch fault {
        case .cancelsText: return .cancel(id: "walk")
        case .cancelsOther: return .cancel(id: OtherID.walk)
        case .cancelsNamed: return .cancel(id: Named(description: "walk"))
        default: return .cancel(id: CancelID.walk)
        }
      }
    }
  }
}
