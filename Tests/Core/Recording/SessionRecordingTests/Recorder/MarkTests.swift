import RecordedValues
import ComposableArchitecture
import Foundation
import SessionDocument
import SessionLog
import SessionModel
import SessionRecording
import SessionReplay
import SessionReports
import SessionTestSupport
import TestSupport
import Testing

@MainActor
@Suite("Marks")
struct MarkTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("A mark is a step of its own between the steps around it, and the log replays")
  func between() throws {
    let app = Recorded(in: URL(folder))
    app.store.send(.add(1))
    app.recorder.mark("deploy 41")
    app.store.send(.add(2))
    let log = try #require(app.recorder.stop())
    #expect(try lines(of: log) == ["add(1)", "mark: deploy 41", "add(2)"])
    let report = replayed(log)
    #expect(report.verdict.kind == .match)
    #expect(report.verifiedSteps == 3)
  }

  @Test(
    "A mark that is added while a step is reduced follows the step, and any thread can add marks"
  )
  func fromElsewhere() async throws {
    let recorder = SessionRecorderOf<Logging>(app: Session.identity, folder: URL(folder)) { _ in }
    let marks = recorder.marks
    let store = Store(initialState: 0, recorder: recorder) { Logging(log: { marks.add($0) }) }
    store.send(.count)
    await Task.detached { marks.add("from a thread") }.value
    store.send(.count)
    let log = try #require(recorder.stop())
    #expect(
      try lines(of: log) == [
        "count", "mark: counted to 1", "mark: from a thread", "count", "mark: counted to 2",
      ])
  }

  @Test("An effect's actions name the step that started it, counting marks")
  func effects() async throws {
    let app = Recorded(in: URL(folder))
    app.recorder.mark("one")
    let loading = app.store.send(.load)
    app.recorder.mark("two")
    await loading.finish()
    let log = try #require(app.recorder.stop())
    #expect(replayed(log).verdict.kind == .match)
    var cursor = try SessionCursor(SessionReader(path: log.path))
    var origins: [StepOrigin] = []
    while let step = try cursor.next() { origins.append(step.origin) }
    #expect(origins.filter { $0 != .sent } == [.received(startedBy: 2)])
  }

  @Test("A replay with a difference after a mark names the step")
  func difference() throws {
    let app = Recorded(in: URL(folder))
    app.store.send(.write("Milk"))
    app.recorder.mark("deploy 41")
    app.store.send(.add(2))
    let log = try #require(app.recorder.stop())
    let report = SessionReplayer(Session.app(fault: .addsTwice)).replay(path: log.path)
    #expect(report.verdict.divergence?.step == 3)
    #expect(report.verdict.divergence?.since == 2)
    #expect(report.context.map(\.action).contains("mark: deploy 41"))
  }

  @Test("A log can consist of any number of marks alone")
  func manyMarks() throws {
    let app = Recorded(in: URL(folder))
    for number in 1...70_000 { app.recorder.mark("mark \(number % 7)") }
    let log = try #require(app.recorder.stop())
    #expect(try extent(of: log).last == 70_000)
    #expect(replayed(log).verdict.kind == .match)
  }

  @Test("A crash leaves the marks before it, and a long mark is truncated")
  func crash() throws {
    do {
      let app = Recorded(in: URL(folder))
      app.recorder.mark(String(repeating: "ä", count: 100_000))
      app.recorder.mark("last words")
    }
    let session = try #require(SessionRecorderOf<Notebook>.recoverable(in: URL(folder)).first)
    let marks = try extent(of: session.recover()).marks
    #expect(marks.last == "last words")
    #expect(marks.first?.utf8.count == SessionMarks.lengthLimit + "…".utf8.count)
  }

  #if os(Linux)
    @Test("A released recording is recoverable while a starting process shares its descriptors")
    func sharedDescriptors() throws {
      var shared: [Int32] = []
      defer { for descriptor in shared { close(descriptor) } }
      do {
        let app = Recorded(in: URL(folder))
        app.recorder.mark("last words")
        // A new process shares all descriptors until it executes its program.
        for name in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
          let file = try? FileManager.default.destinationOfSymbolicLink(
            atPath: "/proc/self/fd/\(name)")
          if let file, file.hasPrefix(folder.path), let number = Int32(name) {
            shared.append(dup(number))
          }
        }
      }
      #expect(!shared.isEmpty)
      #expect(SessionRecorderOf<Notebook>.recoverable(in: URL(folder)).count == 1)
    }
  #endif

  @Test("Control characters in a mark are escaped")
  func hostileText() throws {
    let app = Recorded(in: URL(folder))
    app.recorder.mark("\u{1B}[31mred\n")
    let log = try #require(app.recorder.stop())
    let reader = try SessionReader(path: log.path)
    let line = StepLine(schema: reader.header.schema, action: reader.header.action)
    var cursor = try SessionCursor(reader)
    let step = try #require(try cursor.next())
    #expect(line.text(of: step, changes: []) == #"    1 ~ mark: \u{1b}[31mred\u{a}"#)
  }

  @Test("The summary has the number of marks, the first step and the app's context")
  func summary() throws {
    var options = SessionRecordingOptions()
    options.context = ["device": "kiosk 7"]
    let app = Recorded(in: URL(folder), options: options, isStopped: true)
    app.store.send(.add(1))
    app.recorder.start()
    app.store.send(.add(1))
    app.recorder.mark("deploy 41")
    let log = try #require(app.recorder.stop())
    let reader = try SessionReader(path: log.path)
    let lines = SessionSummary(reader, with: SessionReplayer(Session.app())).lines()
    #expect(lines.contains("  steps     2"))
    #expect(lines.contains("  marks     1 mark"))
    #expect(lines.contains("  begins    with step 2; the steps before are not kept"))
    #expect(lines.contains("  device    kiosk 7"))
  }

  @Test("The JSON of a mark has its origin, and its text as the action")
  func json() throws {
    let app = Recorded(in: URL(folder))
    app.recorder.mark("deploy 41")
    let reader = try SessionReader(path: try #require(app.recorder.stop()).path)
    var cursor = try SessionCursor(reader)
    let step = try #require(try cursor.next())
    let text = JSONText.line(StepResult(step, changes: [], header: reader.header))
    #expect(text.contains(#""action":"mark: deploy 41""#))
    #expect(text.contains(#""origin":"mark""#))
  }

  @Test("An update of a log with marks and a later start keeps both")
  func update() throws {
    let app = Recorded(in: URL(folder), isStopped: true)
    app.store.send(.add(1))
    app.recorder.start()
    app.store.send(.add(1))
    app.recorder.mark("deploy 41")
    app.store.send(.add(2))
    let log = try #require(app.recorder.stop())
    let changed = SessionReplayer(Session.app(fault: .addsTwice))
    guard case .updated = changed.update(path: log.path).outcome else {
      Issue.record("the log was not brought up to date")
      return
    }
    #expect(changed.replay(path: log.path).verdict.kind == .match)
    #expect(try extent(of: log) == (2, 4, ["deploy 41"]))
  }

  private func lines(of log: URL) throws -> [String] {
    let reader = try SessionReader(path: log.path)
    let actions = ActionText(schema: reader.header.schema, type: reader.header.action)
    var cursor = try SessionCursor(reader)
    var lines: [String] = []
    while let step = try cursor.next() { lines.append(step.text(actions)) }
    return lines
  }
}

/// A counter that logs its actions.
@Reducer
struct Logging {
  let log: @Sendable (String) -> Void

  @Recordable
  enum Action { case count }

  var body: some Reducer<Int, Action> {
    Reduce { state, action in
      state += 1
      log("counted to \(state)")
      return .none
    }
  }
}
