import ComposableArchitecture
import Foundation
import SessionDocument
import SessionLog
import SessionModel
import SessionRecording
import SessionReplay
import SessionTestSupport
import TestSupport
import Testing

@MainActor
struct SessionResumptionTests {
  private typealias Resumption = SessionResumption<Notebook.State, Notebook.Action>

  private let folder: TemporaryFolder
  private var path: String { folder.file("s.reprise") }
  private var next: String { folder.file("next.reprise") }

  init() throws { folder = try TemporaryFolder() }

  private func resume(
    _ path: String? = nil, after step: UInt64? = nil, fault: Notebook.Fault? = nil
  ) throws(ResumptionError) -> Resumption {
    try SessionResumption(
      path: path ?? self.path, after: step, of: SessionReplayer(Session.app(fault: fault)))
  }

  private func refusal(
    _ path: String? = nil, after step: UInt64? = nil, fault: Notebook.Fault? = nil
  ) throws -> ResumptionError {
    try #require(
      #expect(throws: ResumptionError.self) {
        _ = try resume(path, after: step, fault: fault)
      })
  }

  private func resume(_ resumption: Resumption, _ actions: [Notebook.Action]) throws {
    let steps = try resumption.steps()
    let recorder = try SessionRecorder<Notebook.State, Notebook.Action>(
      path: next, app: Session.identity, initialState: steps.initialState,
      recorded: resumption.recorded, onFailure: { _ in })
    let state = resumption.state()
    try steps.write(into: recorder, resumingFrom: state)
    let store = Store(
      initialState: state, reducer: { Notebook() },
      withDependencies: {
        $0.uuid = .incrementing
        $0.date = .constant(Date(timeIntervalSinceReferenceDate: 2_000))
        recorder.install(in: &$0)
      }, observer: recorder)
    for action in actions { store.send(action) }
    _ = try recorder.finish()
  }

  private func steps(of path: String) throws -> [RecordedStep] {
    var cursor = try SessionCursor(try SessionReader(path: path))
    var steps: [RecordedStep] = []
    while let step = try cursor.next() { steps.append(step) }
    return steps
  }

  @Test(
    "The new log begins with the unchanged steps of the old log, followed by its own steps",
    arguments: [0, 4, 10])
  func prefix(step: UInt64) async throws {
    try await Session.record(at: path)
    let resumption = try resume(after: step)
    #expect(resumption.step == step)
    try resume(resumption, [.add(5), .write("Salt")])
    let (old, new) = (try steps(of: path), try steps(of: next))
    #expect(new.count == Int(step) + 2)
    for (one, other) in zip(old.prefix(Int(step)), new) {
      #expect(one.number == other.number && one.origin == other.origin)
      #expect(one.action == other.action && one.effect == other.effect)
      #expect(one.reads.map(\.bytes) == other.reads.map(\.bytes))
      #expect(one.elapsedMilliseconds == other.elapsedMilliseconds)
    }
    #expect(new.suffix(2).map(\.number) == [step + 1, step + 2])
    let report = Session.replay(next, app: Session.app())
    #expect(report.verdict.name == "match")
    #expect(report.verifiedSteps == step + 2)
    #expect(try SessionReader(path: next).header.recorded == "2026-01-01T00:00:00Z")
  }

  @Test("Resuming restores the recorded state after a step and lists effects that had not ended")
  func state() async throws {
    try await Session.record([.add(1), .load, .add(2)], at: path)
    // The action that the effect of step 2 sent is step 3.
    #expect(try resume(after: 1).state().total == 1)
    #expect(try resume(after: 2).state().isLoading)
    #expect(try resume().state().total == 43)
    #expect(
      try resume(after: 2).effects.lines()
        == ["step 2, load: was in progress, and sent an action in step 3"])
    #expect(try resume(after: 3).effects.lines().isEmpty)
    #expect(try resume(after: 1).effects.lines().isEmpty)
  }

  @Test("A step that is missing or now differs is rejected, with a suggestion of other steps")
  func steps() async throws {
    try await Session.record([.add(1), .roll, .add(2)], at: path)
    #expect(try refusal(after: 4).description.contains("has no step 4, and ends with step 3"))
    let differs = try refusal(fault: .addsTwice)
    #expect(differs.verdict == .diverged)
    #expect(differs.description.contains("at step 1, add(1)"))
    #expect(differs.description.contains("--at 0"))
    #expect(try resume(after: 0, fault: .addsTwice).step == 0)
  }

  @Test("Logs without the required data are rejected, each with a remedy")
  func refusals() async throws {
    try await Session.record(at: path, level: .actions)
    #expect(try refusal() == .noStates(.actions, path: path))
    let other = folder.file("other.reprise")
    try await Session.record(
      at: other, as: AppIdentity(name: "Other", version: "1", build: "test"))
    #expect(try refusal(other).verdict == .incompatible)
    let damaged = folder.file("damaged.reprise")
    try await Session.record(at: damaged)
    var bytes = try Data(contentsOf: URL(fileURLWithPath: damaged))
    bytes.removeLast(20)
    try bytes.write(to: URL(fileURLWithPath: damaged))
    #expect(try refusal(damaged).verdict == .damaged)
  }

  @Test("A log whose first steps were discarded is rejected")
  func ring() async throws {
    let recorder = try SessionRecorder<Notebook.State, Notebook.Action>(
      path: path, app: Session.identity, initialState: Notebook.State(),
      recorded: "2026-01-01T00:00:00Z", options: SessionRecordingOptions(retention: .steps(10)),
      onFailure: { _ in })
    let store = Session.store(recorder)
    store.send(.write("Milk"))
    for number in 1...100 {
      store.send(.edit(UUID(0), String(repeating: "\(number) ", count: 1_000)))
    }
    _ = try recorder.finish()
    guard case .laterStart = try refusal() else {
      Issue.record("the log does not begin with step 1")
      return
    }
  }

  @Test("A session that ended in the middle of a step resumes before that step")
  func unfinishedStep() async throws {
    let recorder = try Session.recorder(at: path)
    let store = Session.store(recorder)
    store.send(.add(1))
    withUnsafePointer(to: store.state) {
      recorder.willReduce(.add(2), number: 2, origin: .sent, state: $0)
    }
    let recovered = folder.file("recovered.reprise")
    _ = try recoverLog(
      from: path + ".partial", to: recovered, overwrite: false, readerOptions: .session)
    withExtendedLifetime(recorder) {}
    let resumption = try resume(recovered)
    #expect(resumption.step == 1)
    #expect(resumption.state().total == 1)
    #expect(try refusal(recovered, after: 2).description.contains("ends with step 1"))
  }

  @Test("A log of older types resumes as a log of the current types")
  func olderTypes() async throws {
    try await MeterSession.record([.increment, .add("Milk"), .increment], at: path)
    let resumption = try SessionResumption(path: path, after: nil, of: MeterSession.replayer())
    #expect(resumption.state().level == 2)
    let steps = try resumption.steps()
    let recorder = try SessionRecorder<Meter.State, Meter.Action>(
      path: next, app: MeterSession.identity, initialState: steps.initialState,
      recorded: resumption.recorded, onFailure: { _ in })
    try steps.write(into: recorder, resumingFrom: resumption.state())
    let store = Store(
      initialState: resumption.state(), reducer: { Meter() },
      withDependencies: { recorder.install(in: &$0) }, observer: recorder)
    store.send(.up)
    _ = try recorder.finish()
    let report = MeterSession.replayer().replay(path: next)
    #expect(report.verdict.name == "match")
    #expect(report.verifiedSteps == 4)
    #expect(report.fit == nil)
  }
}
