import ComposableArchitecture
import DependencyInjection
import Foundation
import SessionDocument
import SessionLog
import SessionModel
import SessionRecording
import SessionReplay
import SharedState
import TestSupport
import Testing

@Suite("Shared references in sessions")
@MainActor
struct SharedReferenceTests {
  /// The number of drawn apps, a thousand in `make nightly`.
  private static let wanted =
    ProcessInfo.processInfo.environment["REFERENCE_APPS"].flatMap { UInt64($0) }

  @Test("A ring that is cut at any block has the references of its first state")
  func ring() throws {
    var generator = SeededGenerator(seed: 1)
    let actions = (0..<600).map { _ in ReferenceApp.Action.drawn(&generator) }
    for length in stride(from: 130, through: actions.count, by: 47) {
      let session = try ReferenceSession(Array(actions.prefix(length)))
      try session.expectSame(inRingOf: 1)
    }
  }

  @Test("A keyframe has the list of a removed element, even if the list isn't in the state")
  func removedOutsideState() throws {
    let actions: [ReferenceApp.Action] = [
      .dropRoots, .derive(.file, .optional, .path), .remove(.file, .optional),
      .copy(from: .path, to: .nested), .drop(.path), .writeRoot(.memory, "w"),
      .remove(.file, .optional), .write(.nested, "x"),
    ]
    for length in 1...actions.count {
      let session = try ReferenceSession(Array(actions.prefix(length)))
      #expect(try session.isSameEverywhere("removed"))
    }
  }

  @Test("References share the same values live, replayed, resumed, in a ring, and recovered")
  func drawn() throws {
    for seed in 0..<(Self.wanted ?? 20) {
      var generator = SeededGenerator(seed: seed)
      let actions = (0..<(Self.wanted == nil ? 8 : 14)).map { _ in
        ReferenceApp.Action.drawn(&generator)
      }
      // The first step that differs is enough.
      _ = try (1...actions.count).first { length in
        let session = try ReferenceSession(Array(actions.prefix(length)))
        return try !session.isSameEverywhere("seed \(seed)")
      }
    }
  }
}

/// A session whose references are probed after its last action.
@MainActor
struct ReferenceSession {
  private let actions: [ReferenceApp.Action]
  private let folder: TemporaryFolder

  init(_ actions: [ReferenceApp.Action]) throws {
    self.actions = actions
    folder = try TemporaryFolder()
  }

  private typealias Replayer = SessionReplayer<ReferenceApp.State, ReferenceApp.Action>

  private static let app = ReplayedApp<ReferenceApp.State, ReferenceApp.Action>(
    identity: ReferenceApp.identity
  ) { ReferenceApp().assemble() }

  /// A replayer that uses its reducer for many logs, like in a worker process.
  private static let worker: Replayer = {
    var replayer = Replayer(app)
    replayer.reuse = ReplayReuse(of: app)
    return replayer
  }()

  /// Runs a closure with storages of its own, as in a separate process.
  private func alone<Result>(_ body: () throws -> Result) rethrows -> Result {
    try withDependencies {
      $0.connectSharedValues(toFiles: .inMemory, settings: .inMemory)
    } operation: {
      try body()
    }
  }

  /// Records an issue and returns `false` if a reference shares a wrong value.
  func isSameEverywhere(_ name: String) throws -> Bool {
    let path = folder.file("whole.reprise")
    let live = try recorded(path)
    var isSame = true
    func check(_ kind: String, _ path: String) throws {
      let replayed = try alone { try replayedProbe(path, kind, Replayer(Self.app)) }
      guard let replayed else {
        isSame = false
        return
      }
      if let difference = replayed.difference(from: live) {
        isSame = false
        Issue.record("\(name), \(kind) after \(actions.map { "\($0)" }): \(difference)")
      }
    }
    try check("replayed", path)
    _ = try replayedProbe(path, "by a worker", Self.worker)?.difference(from: live).map {
      isSame = false
      Issue.record("\(name), by a worker after \(actions.map { "\($0)" }): \($0)")
    }
    try check("in a ring", try ring())
    try check("recovered", try recovered())
    let resumed = try alone {
      let resumption = try SessionResumption(path: path, after: nil, of: Replayer(Self.app))
      return ReferenceProbe(of: resumption.state())
    }
    if let difference = resumed.difference(from: live) {
      isSame = false
      Issue.record("\(name), resumed after \(actions.map { "\($0)" }): \(difference)")
    }
    return isSame
  }

  private func recorded(_ path: String) throws -> ReferenceProbe {
    try recording(path) { recorder, state in
      _ = try recorder.finish()
      return ReferenceProbe(of: state)
    }
  }

  /// Records the session, and returns the result of a closure that ends it.
  private func recording<Result>(
    _ path: String,
    end: (SessionRecorderOf<ReferenceApp>, ReferenceApp.State) throws -> Result
  ) throws -> Result {
    try alone {
      let state = ReferenceApp.State()
      let recorder = try SessionRecorder<ReferenceApp.State, ReferenceApp.Action>(
        path: path, app: ReferenceApp.identity, initialState: state, recorded: "",
        milliseconds: { 0 }, onFailure: { Issue.record($0) })
      let store = Store(
        initialState: state, reducer: { ReferenceApp() },
        withDependencies: { recorder.install(in: &$0) }, observer: recorder)
      for action in actions { store.send(action) }
      return try end(recorder, store.state)
    }
  }

  /// Expects a ring of a number of steps to have the same probe as the live app.
  func expectSame(inRingOf count: Int) throws {
    var live: ReferenceProbe?
    let path = try alone {
      let recorder = SessionRecorderOf<ReferenceApp>(
        app: ReferenceApp.identity, folder: URL(fileURLWithPath: folder.file("ring")),
        keeping: .last(steps: count)
      ) { Issue.record($0) }
      let store = Store(initialState: ReferenceApp.State(), recorder: recorder) { ReferenceApp() }
      for action in actions { store.send(action) }
      let path = try #require(recorder.stop()).path
      live = ReferenceProbe(of: store.state)
      return path
    }
    #expect(try SessionReader(path: path).log.stepsBeforeStart > 0)
    let replayed = try alone { try replayedProbe(path, "in a ring", Replayer(Self.app)) }
    let expected = try #require(live)
    #expect(replayed?.difference(from: expected) == nil, "after \(actions.count) actions")
  }

  /// Records the second half of the session, like a ring that was cut.
  private func ring() throws -> String {
    try alone {
      let recorder = SessionRecorderOf<ReferenceApp>(
        app: ReferenceApp.identity, folder: URL(fileURLWithPath: folder.file("ring"))
      ) { Issue.record($0) }
      _ = recorder.stop()
      let store = Store(initialState: ReferenceApp.State(), recorder: recorder) { ReferenceApp() }
      for (index, action) in actions.enumerated() {
        if index == actions.count / 2 { recorder.start() }
        store.send(action)
      }
      return try #require(recorder.stop()).path
    }
  }

  /// Records the session without an end, as in a process that is killed.
  private func recovered() throws -> String {
    let path = folder.file("killed.reprise")
    let whole = folder.file("recovered.reprise")
    try recording(path) { recorder, _ in
      _ = try recoverLog(
        from: path + ".partial", to: whole, overwrite: false, readerOptions: .session)
      recorder.discard()
    }
    return whole
  }

  /// Returns the probe of the state after a replay; `nil` if the replay differs.
  private func replayedProbe(
    _ path: String, _ kind: String, _ replayer: Replayer
  ) throws -> ReferenceProbe? {
    let report = replayer.replay(path: path)
    guard case .match = report.verdict else {
      Issue.record("\(kind) after \(actions.map { "\($0)" }): \(report)")
      return nil
    }
    var unused = ReplayReport(path: path, verdict: .match)
    let engine = try replayer.engine(over: try replayer.open(path), &unused)
    var states: [ReferenceApp.State] = []
    engine.onStep = { _, _, _, state in states = [state.pointee] }
    try engine.proceed { _ in false }
    return states.last.map { ReferenceProbe(of: $0) }
  }
}

extension ReferenceApp.Action {
  static func drawn(_ generator: inout SeededGenerator) -> Self {
    func one<Value: CaseIterable>(_ type: Value.Type = Value.self) -> Value
    where Value.AllCases == [Value] {
      Value.allCases[Int(generator.next() % UInt64(Value.allCases.count))]
    }
    let text = "w\(generator.next() % 100)"
    return switch generator.next() % 20 {
    case 0...3: .derive(one(), one(), one())
    case 4...6: .deriveByAction(one(), one(), one())
    case 7...8: .write(one(), text)
    case 9: .writeRoot(one(), text)
    case 10...11: .remove(one(), one())
    case 12: .add(one(), Int(generator.next() % 3))
    case 13: .drop(one())
    case 14: .dropRoots
    case 15: .makeRoots
    case 16...17: .copy(from: one(), to: one())
    case 18: .redirect(one(), text)
    default: .replaceWithinLock(one())
    }
  }
}
