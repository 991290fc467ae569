import ComposableArchitecture
import Foundation
import SessionDocument
import SessionLog
import SessionMinimizing
import SessionModel
import SessionRecording
import SessionReplay
import SessionTestSupport
import TestSupport
import Testing

@MainActor
struct MinimizedLogTests {
  private let folder: TemporaryFolder
  private var path: String { folder.file("s.reprise") }
  private var small: String { folder.file("small.reprise") }

  init() throws { folder = try TemporaryFolder() }

  private func minimize(
    _ path: String, _ fault: Notebook.Fault, goal: MinimizerGoal? = nil
  ) throws -> MinimizedSession {
    var minimizer = SessionMinimizer(SessionReplayer(Session.app(fault: fault)))
    minimizer.goal = goal
    return try minimizer.minimize(path: path, to: small)
  }

  @Test("minimize keeps the original log if the replay of the new log has a different result")
  func failedCheck() async throws {
    try await Session.record([.add(1), .add(2)], at: path)
    try Data("mine".utf8).write(to: URL(fileURLWithPath: small))
    let folder = folder
    // The fault disappears as soon as there is a second whole log.
    let app = ReplayedApp<Notebook.State, Notebook.Action>(identity: Session.identity) {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      let isWritten = names.contains { name in
        name != "s.reprise"
          && (try? LogReader(path: folder.file(name), options: .session))?.state == .whole
      }
      return Notebook(fault: isWritten ? nil : .addsTwice).assemble()
    }
    var minimizer = SessionMinimizer(SessionReplayer(app))
    minimizer.overwrites = true
    let error = #expect(throws: MinimizerError.self) {
      _ = try minimizer.minimize(path: path, to: small)
    }
    #expect(error?.description.contains("another verdict: match") == true)
    #expect(FileManager.default.contents(atPath: small) == Data("mine".utf8))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.sorted() == ["s.reprise", "small.reprise"])
  }

  @Test("minimize keeps the file mode of a log that it replaces")
  func mode() async throws {
    try await Session.record([.add(1)], at: path)
    try Data("old".utf8).write(to: URL(fileURLWithPath: small))
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: small)
    var minimizer = SessionMinimizer(SessionReplayer(Session.app(fault: .addsTwice)))
    minimizer.overwrites = true
    _ = try minimizer.minimize(path: path, to: small)
    let mode = try FileManager.default.attributesOfItem(atPath: small)[.posixPermissions]
    #expect(mode as? Int == 0o640)
    #expect(Session.replay(small, app: Session.app()).verdict.name == "match")
  }

  @Test("minimize finds a log inside a tar file")
  func tar() async throws {
    try await Session.record(Session.mixed(), at: path)
    let writer = try TarWriter(path: folder.file("logs.tar"), overwrite: false)
    try writer.append(path, as: "a.reprise")
    _ = try writer.finish()
    let result = try minimize(folder.file("logs.tar/a.reprise"), .editsTwice)
    #expect(result.keptSteps == 2)
    #expect(Session.replay(small, app: Session.app()).verdict.name == "match")
  }

  @Test("minimize starts at the first state of a log whose first steps were discarded")
  func ring() async throws {
    let edits = (1...100).map { number in
      Notebook.Action.edit(UUID(0), String(repeating: "\(number) ", count: 1_000))
    }
    var time: UInt64 = 0
    let recorder = try SessionRecorder<Notebook.State, Notebook.Action>(
      path: path, app: Session.identity, initialState: Notebook.State(),
      recorded: "2026-01-01T00:00:00Z", options: SessionRecordingOptions(retention: .steps(10)),
      milliseconds: {
        time += 5
        return time
      }, onFailure: { _ in })
    let store = Session.store(recorder)
    for action in [.write("Milk")] + edits + [.add(1)] { store.send(action) }
    _ = try recorder.finish()
    #expect(try SessionReader(path: path).log.stepsBeforeStart > 0)
    let result = try minimize(path, .addsTwice)
    #expect(result.keptSteps == 1)
    let reader = try SessionReader(path: small)
    #expect(reader.log.stepsBeforeStart == 0)
    #expect(Session.replay(small, app: Session.app()).verdict.name == "match")
  }

  @Test("minimize uses the steps after a gap")
  func gap() async throws {
    let edits = (1..<119).map { number in
      Notebook.Action.edit(UUID(0), String(repeating: "\(number) ", count: 1_000))
    }
    try await Session.record([.write("")] + edits + [.add(1)], at: path)
    let block = try LogReader(path: path, options: .session).blocks[2]
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    bytes[Int(block.offset) + block.memberLength - 5] ^= 1
    try bytes.write(to: URL(fileURLWithPath: path))
    let recovered = folder.file("recovered.reprise")
    _ = try recoverLog(from: path, to: recovered, overwrite: false, readerOptions: .session)
    let result = try minimize(recovered, .addsTwice)
    #expect(result.keptSteps == 1)
    #expect(try LogReader(path: small, options: .session).gaps.isEmpty)
    #expect(Session.replay(small, app: Session.app()).verdict.name == "match")
    #expect(throws: MinimizerError.self) { _ = try minimize(path, .addsTwice) }
  }

  @Test("minimize rejects a log of older types that differs, but accepts it with a condition")
  func olderTypes() async throws {
    try await MeterSession.record(
      [.add("Milk"), .load, .increment, .add("Bread"), .increment], at: path)
    var minimizer = SessionMinimizer(MeterSession.replayer(step: 2))
    let differing = #expect(throws: MinimizerError.self) {
      _ = try minimizer.minimize(path: path, to: small)
    }
    #expect(differing?.description.contains("replay --update") == true)
    minimizer = SessionMinimizer(MeterSession.replayer())
    minimizer.goal = .condition("level > 1")
    let result = try minimizer.minimize(path: path, to: small)
    #expect(result.keptSteps == 2)
    #expect(MeterSession.replayer().replay(path: small).fit == nil)
  }

  @Test("minimize keeps the tokens of a redacted log, and adds no secret")
  func redacted() async throws {
    let report = try await replayOfRecording(of: Safe.State(), at: path, reducer: { Safe() }) {
      for action in [Safe.Action.open("hunter2hunter2"), .add(1), .close, .add(2), .open("other")] {
        $0.send(action)
      }
    }
    #expect(report.verdict.name == "match")
    let app = ReplayedApp(identity: Session.identity) { Safe(addsTwice: true).assemble() }
    let result = try SessionMinimizer(SessionReplayer(app)).minimize(path: path, to: small)
    #expect(result.keptSteps == 1)
    let repaired = ReplayedApp(identity: Session.identity) { Safe().assemble() }
    #expect(SessionReplayer(repaired).replay(path: small).verdict.name == "match")
    #expect(try SessionReader(path: small).header.redacted != nil)
  }
}

@Reducer
private struct Safe {
  @Recordable
  struct State: Equatable {
    @Redacted var code = ""
    var total = 0
  }

  @Recordable
  enum Action: Equatable {
    case open(String)
    case close
    case add(Int)
  }

  var addsTwice = false

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .open(let code): state.code = code
      case .close: state.code = ""
      case .add(let amount): state.total += addsTwice ? 2 * amount : amount
      }
      return .none
    }
  }
}
