import ComposableArchitecture
import Foundation
import Platform
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
@Suite("Session recorders")
struct SessionRecorderTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("A session is recorded from its first step, and replays")
  func wholeSession() async throws {
    let app = Recorded(in: URL(folder))
    for action in Session.mixed() { await app.store.send(action).finish() }
    #expect(app.recorder.isRecording)
    #expect(app.recorder.log?.lastPathComponent.hasSuffix(".reprise.partial") == true)
    let log = try #require(app.recorder.stop())
    #expect(app.recorder.log == nil)
    #expect(!app.recorder.isRecording)
    let report = replayed(log)
    #expect(report.verdict.kind == .match)
    #expect(report.verifiedSteps == report.stepCount)
    #expect(report.stepCount >= UInt64(Session.mixed().count))
    #expect(app.failures.list.isEmpty)
  }

  @Test(
    "A log that is started later begins with the current state and step")
  func switchedOn() throws {
    let app = Recorded(in: URL(folder), isStopped: true)
    for number in 1...10 { app.store.send(.add(number)) }
    #expect(try folder.names() == [])
    app.recorder.start()
    for _ in 1...3 { app.store.send(.add(1)) }
    let first = try #require(app.recorder.stop())
    app.store.send(.add(100))
    app.recorder.start()
    app.store.send(.write("Milk"))
    let second = try #require(app.recorder.stop())
    #expect(first != second)
    #expect(try extent(of: first) == (11, 13, []))
    #expect(try extent(of: second) == (15, 15, []))
    for log in [first, second] {
      let report = replayed(log)
      #expect(report.verdict.kind == .match)
      #expect(report.lostSteps == 0)
    }
    #expect(replayed(first).verifiedSteps == 3)
  }

  @Test("An action replays although its effect started before the log")
  func earlierEffect() async throws {
    let app = Recorded(in: URL(folder), isStopped: true)
    let loading = app.store.send(.load)
    app.recorder.start()
    app.store.send(.add(1))
    await loading.finish()
    let report = replayed(try #require(app.recorder.stop()))
    #expect(report.verdict.kind == .match)
  }

  @Test("Two stores record side by side")
  func sideBySide() throws {
    let one = Recorded(in: URL(folder))
    let other = Recorded(in: URL(folder))
    for number in 1...300 {
      one.store.send(.add(number))
      other.store.send(.add(-number))
    }
    let logs = try [#require(one.recorder.stop()), #require(other.recorder.stop())]
    for log in logs {
      let report = replayed(log)
      #expect(report.verdict.kind == .match)
      #expect(report.verifiedSteps == 300)
    }
    #expect(Set(logs).count == 2)
  }

  @Test("The header contains the app's context")
  func context() throws {
    var options = SessionRecordingOptions()
    options.context = ["device": "kiosk 7", "locale": "de_DE"]
    let app = Recorded(in: URL(folder), options: options)
    app.store.send(.add(1))
    let reader = try SessionReader(path: try #require(app.recorder.stop()).path)
    #expect(reader.header.context == options.context)
  }

  @Test("A snapshot is a whole log, and the recording continues")
  func snapshot() async throws {
    let app = Recorded(in: URL(folder))
    for number in 1...500 { app.store.send(.add(number)) }
    let copy = URL(folder, "copy.reprise")
    try await app.recorder.snapshot(to: copy)
    for number in 1...10 { app.store.send(.add(number)) }
    #expect(replayed(copy).verifiedSteps == 500)
    #expect(try LogReader(path: copy.path, options: .session).state == .whole)
    await #expect(throws: SessionRecordingFailure.self) {
      try await app.recorder.snapshot(to: copy)
    }
    #expect(app.recorder.isRecording)
    #expect(replayed(try #require(app.recorder.stop())).verifiedSteps == 510)
    await #expect(throws: SessionRecordingFailure.self) {
      try await app.recorder.snapshot(to: URL(folder, "late.reprise"))
    }
  }

  @Test("A log that is stopped while a step is reduced ends after that step")
  func stoppedInStep() async throws {
    let box = Box()
    let recorder = SessionRecorderOf<Notebook>(app: Session.identity, folder: URL(folder)) { _ in }
    let store = Store(initialState: Notebook.State(), recorder: recorder) {
      Notebook()
      Reduce<Notebook.State, Notebook.Action> { _, action in
        if action == .add(2) { MainActor.assumeIsolated { box.stop() } }
        return .none
      }
    }
    box.stop = { #expect(recorder.stop() == nil) }
    for number in 1...3 { store.send(.add(number)) }
    #expect(!recorder.isRecording)
    let session = try #require(SessionRecorderOf<Notebook>.recoverable(in: URL(folder)).first)
    #expect(!session.wasCutOff)
    #expect(session.stepCount == 2)
  }

  @Test("If a log is stopped and restarted while a step is reduced, a second log follows it")
  func begunAnewInStep() async throws {
    let box = Box()
    let recorder = SessionRecorderOf<Notebook>(app: Session.identity, folder: URL(folder)) { _ in }
    let store = Store(initialState: Notebook.State(), recorder: recorder) {
      Notebook()
      Reduce<Notebook.State, Notebook.Action> { _, action in
        if action == .add(2) { MainActor.assumeIsolated { box.stop() } }
        return .none
      }
    }
    box.stop = {
      recorder.stop()
      recorder.start()
    }
    for number in 1...4 { store.send(.add(number)) }
    #expect(recorder.isRecording)
    let second = try #require(recorder.stop())
    let logs = SessionRecorderOf<Notebook>.recoverable(in: URL(folder)).map(\.file)
    let first = try #require(logs.first { $0.lastPathComponent != second.lastPathComponent })
    #expect(logs.count == 2)
    #expect(try extent(of: first) == (1, 2, []))
    #expect(try extent(of: second) == (3, 4, []))
    #expect(replayed(second).verdict.kind == .match)
  }

  @Test("A session is sampled once, when it starts")
  func chosenOnce() {
    let draws = LockIsolated(0)
    var options = SessionRecordingOptions()
    options.sampling = .oneIn(2)
    options.makeGenerator = {
      draws.withValue { $0 += 1 }
      return SeededGenerator(seed: 1)
    }
    let recorder = SessionRecorderOf<Notebook>(
      app: Session.identity, folder: URL(folder), options: options
    ) { _ in }
    recorder.start()
    #expect(draws.value == 0)
    let store = Store(initialState: Notebook.State(), recorder: recorder) { Notebook() }
    #expect(draws.value == 1)
    for number in 1...3 { store.send(.add(number)) }
    #expect(draws.value == 1)
    recorder.stop()
    recorder.start()
    store.send(.add(4))
    #expect(draws.value == 2)
  }

  @MainActor
  private final class Box {
    var stop: () -> Void = {}
  }

  @Test("A secret that could not be kept out of a log is reported")
  func warning() throws {
    let warnings = Mutex<[String]>([])
    var options = SessionRecordingOptions()
    options.onWarning = { warning in warnings.withLock { $0.append(warning) } }
    let recorder = SessionRecorderOf<Diary>(
      app: Session.identity, folder: URL(folder), options: options
    ) { _ in }
    let store = Store(initialState: Diary.State(), recorder: recorder) { Diary() }
    store.send(.write("hunter22"))
    store.send(.lock("hunter22"))
    recorder.stop()
    // One warning is about the state, the other about an earlier action with the secret.
    #expect(warnings.withLock { $0.count } == 2)
  }

  @Test("Sampling selects about one session in the given number")
  func sampling() {
    var generator = SeededGenerator(seed: 1)
    let chosen = (1...10_000).filter { _ in
      SessionSampling.oneIn(100).chooses(using: &generator)
    }
    #expect((60...140).contains(chosen.count))
    #expect((1...100).allSatisfy { _ in SessionSampling.all.chooses(using: &generator) })
  }

  @Test("The name of a log has the app's name, without characters that are special in a path")
  func fileName() throws {
    let app = AppIdentity(name: "../Übung 1/2", version: "1", build: "test")
    let recorded = Recorded(in: URL(folder), app: app)
    recorded.store.send(.add(1))
    let log = try #require(recorded.recorder.stop())
    #expect(log.deletingLastPathComponent().path == URL(folder).path)
    #expect(log.lastPathComponent.hasPrefix("..-Übung-1-2-20"))
  }
}

@MainActor
@Suite("Sessions of earlier runs")
struct RecoverableSessionTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("An unfinished session is listed, recovered and removed, unless it is still being recorded")
  func cutOff() throws {
    do {
      let app = Recorded(in: URL(folder))
      for number in 1...400 { app.store.send(.add(number)) }
    }
    let running = Recorded(in: URL(folder))
    running.store.send(.add(1))
    let left = SessionRecorderOf<Notebook>.recoverable(in: URL(folder))
    #expect(left.map(\.wasCutOff) == [true])
    let session = try #require(left.first)
    #expect(session.stepCount == 400)
    #expect(!session.endsUnfinished)
    let log = try session.recover()
    #expect(replayed(log).verifiedSteps == 400)
    #expect(SessionRecorderOf<Notebook>.recoverable(in: URL(folder)).map(\.wasCutOff) == [false])
    try session.remove()
    #expect(SessionRecorderOf<Notebook>.recoverable(in: URL(folder)).isEmpty)
    running.store.send(.add(2))
    #expect(replayed(try #require(running.recorder.stop())).verifiedSteps == 2)
  }

  @Test("A recovery that ended before it removed the unfinished files is completed later")
  func interruptedRecovery() throws {
    do {
      let app = Recorded(in: URL(folder))
      for number in 1...400 { app.store.send(.add(number)) }
    }
    let session = try #require(SessionRecorderOf<Notebook>.recoverable(in: URL(folder)).first)
    let whole = LogFile.finishedPath(of: session.file.path)
    _ = try recoverLog(
      from: session.file.path, to: whole, overwrite: false, readerOptions: .session)
    #expect(try replayed(session.recover()).verifiedSteps == 400)
    #expect(!FileManager.default.fileExists(atPath: session.file.path))
  }

  @Test("A log with fewer steps does not count as the recovered log, and all files are kept")
  func otherLog() throws {
    do {
      let app = Recorded(in: URL(folder))
      for number in 1...400 { app.store.send(.add(number)) }
    }
    let session = try #require(SessionRecorderOf<Notebook>.recoverable(in: URL(folder)).first)
    let journal = session.file.path + ".journal"
    let bytes = try TestSupport.bytes(of: journal)
    try write(Array(bytes[..<1_000]), to: journal)
    _ = try recoverLog(
      from: session.file.path, to: LogFile.finishedPath(of: session.file.path), overwrite: false,
      readerOptions: .session)
    try write(bytes, to: journal)
    #expect(throws: SessionRecordingFailure.self) { try session.recover() }
    #expect(FileManager.default.fileExists(atPath: session.file.path))
    #expect(FileManager.default.fileExists(atPath: journal))
  }

  @Test("A file that isn't a log is listed, but cannot be recovered")
  func noLog() throws {
    try FileManager.default.createDirectory(at: URL(folder), withIntermediateDirectories: true)
    try folder.write("nothing", as: "sessions/a.reprise.partial")
    let session = try #require(SessionRecorderOf<Notebook>.recoverable(in: URL(folder)).first)
    #expect(session.stepCount == 0)
    let failure = #expect(throws: SessionRecordingFailure.self) { try session.recover() }
    #expect(failure?.reason == .storage)
    #expect(failure?.description.contains("a.reprise.partial") == true)
  }

  @Test("A missing folder has no sessions")
  func noFolder() {
    #expect(SessionRecorderOf<Notebook>.recoverable(in: URL(folder, "none")).isEmpty)
  }
}

/// A feature whose state has a text before the text becomes secret.
@Reducer(.recordable)
struct Diary {
  struct State: Equatable {
    var text = ""
    @Redacted var password = ""
  }

  enum Action {
    case write(String)
    case lock(String)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .write(let text): state.text = text
      case .lock(let password): state.password = password
      }
      return .none
    }
  }
}
