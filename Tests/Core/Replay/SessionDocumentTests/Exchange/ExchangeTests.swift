import ComposableArchitecture
import Foundation
import RecordCoding
import SessionDocument
import SessionLog
import SessionModel
import SessionRecording
import SessionReplay
import SessionReports
import SessionTestSupport
import Testing
import TestSupport

@Suite("Logs as lines of JSON")
@MainActor
struct ExchangeTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var copy: String { folder.file("copy.reprise") }

  private func text(_ path: String) throws -> String {
    String(decoding: try exportedLines(of: path).joined(), as: UTF8.self)
  }

  @Test(
    "A golden session has the same lines after export, import and a second export",
    arguments: GoldenSessions.allNames)
  func golden(name: String) throws {
    let path = "\(GoldenSessions.folder)/\(name)"
    let lines = try exportedLines(of: path)
    try importLog(lines, to: copy)
    #expect(try exportedLines(of: copy) == lines)
    let (log, imported) = (try SessionReader(path: path), try SessionReader(path: copy))
    #expect(imported.log.header == log.log.header)
    #expect(imported.log.stepCount == log.log.stepCount)
    let steps = lines.count { $0.starts(with: #"{"kind":"action""#.utf8) }
    #expect(steps > 0 && UInt64(steps) <= log.log.stepCount)
    // Each line must also be JSON for other parsers.
    for line in lines { _ = try JSONSerialization.jsonObject(with: Data(line)) }
  }

  @Test("The list of golden sessions is not empty") func goldenCount() {
    #expect(GoldenSessions.allNames.count > 30)
  }

  @Test("An imported log of each level keeps its verdict", arguments: RecordingLevel.allCases)
  func levels(level: RecordingLevel) async throws {
    let path = folder.file("s.reprise")
    try await Session.record(at: path, level: level)
    #expect(try isLossless(path, to: copy))
    #expect(Session.replay(copy, app: Session.app()).verdict.kind == .match)
    for fault in [Notebook.Fault.addsTwice, .editsTwice, .effectIsLost, .drawsOnceMore] {
      let own = Session.replay(path, app: Session.app(fault: fault)).verdict
      let verdict = Session.replay(copy, app: Session.app(fault: fault)).verdict
      #expect(own.kind == .diverged && "\(verdict)" == "\(own)")
    }
  }

  @Test("Export and import keep marks and invisible characters")
  func marks() async throws {
    let path = folder.file("s.reprise")
    let recorder = try SessionRecorder<Notebook.State, Notebook.Action>(
      path: path, app: Session.identity, initialState: Notebook.State(),
      recorded: "2026-01-01T00:00:00Z", options: SessionRecordingOptions(allowsMarks: true),
      milliseconds: { 7 }, onFailure: { Issue.record("\($0)") })
    let store = Session.store(recorder)
    recorder.mark("a \"mark\"\n\u{7}\u{202E}🧪\u{0}")
    await store.send(.write("\u{1F9EA}\u{85}\\ e\u{301}")).finish()
    recorder.mark("")
    _ = try recorder.finish()
    #expect(try isLossless(path, to: copy))
    #expect(Session.replay(copy, app: Session.app()).verdict.kind == .match)
    let text = try text(path)
    #expect(text.contains(#""kind":"mark","step":1,"#))
    #expect(text.contains(#""text":"a \"mark\"\n\u0007\u202e🧪\u0000"}"#))
  }

  @Test("The last part of a session, as kept by a ring, begins at its original step")
  func ring() async throws {
    let path = folder.file("s.reprise")
    let recorder = try SessionRecorder<Notebook.State, Notebook.Action>(
      path: path, app: Session.identity, initialState: Notebook.State(),
      recorded: "2026-01-01T00:00:00Z", options: SessionRecordingOptions(retention: .steps(256)),
      milliseconds: { 7 }, onFailure: { Issue.record("\($0)") })
    let store = Session.store(recorder)
    for number in 0..<2000 { await store.send(.add(number)).finish() }
    _ = try recorder.finish()
    let log = try LogReader(path: path, options: .session)
    #expect(log.stepsBeforeStart > 1000)
    #expect(try isLossless(path, to: copy))
    let imported = try LogReader(path: copy, options: .session)
    #expect(imported.stepsBeforeStart == log.stepsBeforeStart)
    #expect(imported.stepCount == log.stepCount)
    #expect(Session.replay(copy, app: Session.app()).verdict.kind == .match)
  }

  @Test("An imported log has keyframes where a reader needs them, even if the lines have none")
  func keyframes() async throws {
    let path = folder.file("s.reprise")
    let edits = (0..<600).map { number in
      Notebook.Action.edit(UUID(0), String(repeating: "\(number) ", count: 2_000))
    }
    try await Session.record([.write("")] + edits, at: path)
    #expect(try isLossless(path, to: copy))
    let lines = try exportedLines(of: path)
    let bare =
      lines.prefix(2) + lines.dropFirst(2).filter { !$0.starts(with: #"{"kind":"state""#.utf8) }
    #expect(bare.count < lines.count)
    try importLog(Array(bare), to: copy)
    #expect(Session.replay(copy, app: Session.app()).verdict.kind == .match)
    #expect(try LogReader(path: copy, options: .session).blocks.count { $0.startsWithKeyframe } > 1)
    #expect(try exportedLines(of: copy).last == lines.last)
  }
}

// MARK: Values

/// A state of values that JSON cannot express.
@Recordable
private struct Extremes: Equatable {
  var doubles: [Double] = []
  var float: Float = 0
  var unsigned: UInt64 = 0
  var signed: Int64 = 0
  var nested: Int??? = nil
  var names: [String: Int] = [:]
  var numbers: [Int: [Bool: String]] = [:]
  var set: Set<Int> = []
  var data = Data()
  var url = URL(string: "https://a.example/?q=%20")
  var date = Date(timeIntervalSinceReferenceDate: 0)
  var pair = Pair()

  @Recordable
  struct Pair: Equatable { var a = 0 }
}

extension ExchangeTests {
  fileprivate func record(_ states: [Extremes], at path: String) throws {
    var time: UInt64 = 0
    let recorder = try SessionRecorder<Extremes, Extremes>(
      path: path, app: Session.identity, initialState: Extremes(),
      recorded: "2026-01-01T00:00:00Z",
      milliseconds: {
        time += 5
        return time
      }, onFailure: { Issue.record("\($0)") })
    let store = Store(
      initialState: Extremes(),
      reducer: {
        Reduce<Extremes, Extremes> { state, action in
          state = action
          return .none
        }
      }, observer: recorder)
    for state in states { store.send(state) }
    _ = try recorder.finish()
  }

  @Test("Values that JSON cannot express are restored bit for bit")
  func extremes() throws {
    let path = folder.file("s.reprise")
    var states = [Extremes(), Extremes(), Extremes()]
    states[0].doubles = [
      .nan, -.nan, .signalingNaN, .infinity, -.infinity, -0.0, 0.1, .leastNonzeroMagnitude,
      .greatestFiniteMagnitude, 0x1p60,
    ]
    states[0].float = -.signalingNaN
    states[0].unsigned = .max
    states[0].signed = .min
    states[0].nested = .some(.some(nil))
    states[0].names = ["e\u{301} \"": 1, "": 2, "a.b[0]": 3]
    states[0].numbers = [7: [true: "yes"], -1: [:]]
    states[0].set = [3, 1, 2]
    states[0].data = Data([0, 255])
    states[0].date = Date(timeIntervalSinceReferenceDate: -0.0)
    states[1] = states[0]
    states[1].doubles[5] = 0.0
    states[1].float = 0.1
    states[1].nested = .some(nil)
    states[1].names["a.b[0]"] = 4
    states[1].names[""] = nil
    states[1].names["new"] = 5
    states[1].numbers[7]?[true] = "no"
    states[1].set = [2, 4]
    states[1].doubles.insert(7, at: 3)
    try record(states, at: path)
    let text = try text(path)
    for part in [
      #""unsigned":"18446744073709551615""#, #""signed":"-9223372036854775808""#,
      #""nan","nan:fff8000000000000","nan:7ff4000000000000","inf","-inf",-0.0,0.1,5e-324"#,
      #""numbers":[[-1,[]],[7,[[true,"yes"]]]]"#, #"{"path":"nested","old":[[null]],"new":[null]}"#,
      #""path":"names[\"a.b[0]\"]","old":3,"new":4}"#, #"{"path":"names[\"\"]","old":2}"#,
      #"{"path":"names[\"new\"]","new":5}"#, #""path":"numbers[7][true]","old":"yes","new":"no"}"#,
      #""path":"set","removed":[1,3],"inserted":[4]}"#, #""data":"AP8=""#,
    ] { #expect(text.contains(part), "\(part) is not in \(text)") }
    #expect(try isLossless(path, to: copy))
    let replayer = SessionReplayer(
      ReplayedApp<Extremes, Extremes>(identity: Session.identity) {
        Reduce<Extremes, Extremes> { state, action in
          state = action
          return .none
        }.assemble()
      })
    #expect(replayer.replay(path: path).verdict.kind == .match)
    #expect(replayer.replay(path: copy).verdict.kind == .match)
  }

  @Test("Numbers that jq or JavaScript rewrote keep their values")
  func rewritten() throws {
    let path = folder.file("s.reprise")
    var state = Extremes()
    state.doubles = [-0.0, 5, 1e21]
    state.unsigned = 1 << 53
    try record([state], at: path)
    let lines = try exportedLines(of: path)
    let other = lines.map {
      Array(
        String(decoding: $0, as: UTF8.self).replacing("-0.0,5.0,1e+21", with: "-0, 5 ,1E21")
          .replacing(#""a":0"#, with: #""\u0061" : 0"#).utf8)
    }
    #expect(other != lines)
    try importLog(other, to: copy)
    #expect(try exportedLines(of: copy) == lines)
  }
}
