import Foundation
import RecordCoding
import RecordedValues
import SessionLog
import SessionModel
import SessionReplay
import SessionReports
import SessionTestSupport
import Testing
import TestSupport

@MainActor
@Suite("Logs of older versions of an app")
struct VersionTests {
  private let folder: TemporaryFolder
  private var path: String { folder.file("old.reprise") }

  init() throws { folder = try TemporaryFolder() }

  @Test(
    "A log whose steps all fit the current types matches, with the grade of its changes")
  func match() async throws {
    try await MeterSession.record([.increment, .add("Milk"), .load, .increment], at: path)
    let report = MeterSession.replayer().replay(path: path)
    #expect(report.verdict.name == "match")
    #expect(report.verifiedSteps == 5)
    #expect(
      ReplayText().lines(for: [report]) == [
        "\(path): match, 5 steps verified",
        "  recorded by another version, risky:",
        "    the field 'tapCount' of type Int was removed: its changes are no longer compared",
        "    and 12 harmless changes, which --verbose lists",
      ])
    #expect(
      ReplayText(isVerbose: true).lines(for: [report]) == [
        "\(path): match, 5 steps verified",
        "  recorded by another version, risky:",
        "    the type of 'items' was changed from [String] to [Item], and is converted",
        "    the type of 'level' was changed from Int to Double, and is converted",
        "    the field 'history' of type [Double] was added",
        "    the case 'mode.fancy' was removed; no recorded step uses it",
        "    the field 'tapCount' of type Int was removed: its changes are no longer compared",
        "    'up' was 'increment' before",
        "    the case 'add' was moved from position 2 to position 3",
        "    the field 'add.urgent' of type Bool was added",
        "    the case 'obsolete' was removed; no recorded step uses it",
        "    the case 'decorate' was removed; no recorded step uses it",
        "    the case 'load' was moved from position 5 to position 2",
        "    the case 'loaded' was moved from position 6 to position 1",
        "    the type of 'loaded' was changed from Int32 to Int",
      ])
  }

  @Test("A log that ends before its first state is damaged, and its header is still resolved")
  func onlyHeader() async throws {
    try await MeterSession.record([.obsolete], at: path)
    let blocks = try LogReader(path: path, options: .session).blocks
    let header = try Data(contentsOf: URL(fileURLWithPath: path)).prefix(Int(blocks[0].offset))
    try header.write(to: URL(fileURLWithPath: path))
    let report = MeterSession.replayer().replay(path: path)
    #expect(report.verdict.kind == .damaged)
    #expect(report.verifiedSteps == 0)
    #expect(report.fit?.obstacle == nil)
  }

  @Test("A recorded step of a removed case makes the log incompatible")
  func removedCase() async throws {
    try await MeterSession.record([.increment, .obsolete], at: path)
    let report = MeterSession.replayer().replay(path: path)
    #expect(report.verdict.kind.exitCode == 3)
    #expect(
      report.fit?.blame == [
        "the case 'obsolete' was removed"
      ])
    #expect(
      report.fit?.obstacle?.reason
        == "the action of step 2 does not fit the types of this build: "
        + "the case 'obsolete' was removed")
    #expect(report.verifiedSteps == 0)
  }

  @Test("A state in a removed case is found even if the action of the step still exists")
  func removedCaseInState() async throws {
    try await MeterSession.record([.increment, .decorate], at: path)
    let report = MeterSession.replayer().replay(path: path)
    #expect(report.fit?.obstacle?.reason.hasPrefix("the action of step 2") == true)
  }

  @Test("A changed reducer is found in an older log, at the current path")
  func divergence() async throws {
    try await MeterSession.record([.add("Milk"), .increment, .increment], at: path)
    let report = MeterSession.replayer(step: 2).replay(path: path)
    let divergence = try #require(report.verdict.divergence)
    #expect(divergence.step == 2)
    #expect(divergence.action == "increment")
    guard case .state(let state) = divergence.kind else {
      Issue.record("\(divergence)")
      return
    }
    #expect(state.path == "level")
    #expect(state.expected == "1.0")
    #expect(state.actual == "2.0")
  }

  @Test("An additional read is found in an older log")
  func draws() async throws {
    try await MeterSession.record([.add("Milk")], at: path)
    let report = MeterSession.replayer(asksTwice: true).replay(path: path)
    #expect(report.verdict.name == "dependency diverged")
  }

  @Test("An older log that differs is updated to the current types, and then matches")
  func update() async throws {
    try await MeterSession.record([.add("Milk"), .increment, .increment], at: path)
    let replayer = MeterSession.replayer(step: 2)
    #expect(replayer.update(path: path).outcome.name == "updated")
    let report = replayer.replay(path: path)
    #expect(report.verdict.name == "match")
    #expect(report.fit == nil)
  }

  @Test("A replay that continues lists the differing steps, each based on its recorded state")
  func keepsGoing() async throws {
    try await MeterSession.record(
      [.add("Milk"), .increment, .add("Bread"), .increment, .increment, .load], at: path)
    var replayer = MeterSession.replayer(step: 2)
    replayer.keepsGoing = true
    let report = replayer.replay(path: path)
    #expect(report.differing?.count == 3)
    #expect(report.differing?.ranges == [2...2, 4...5])
    #expect(
      ReplayText().lines(for: report).contains(
        "  of 7 steps 3 differ, each from its recorded state: 2, 4 to 5")
    )
  }

  @Test(
    "An older log of any level is replayed, and a difference is found at the next recorded state",
    arguments: RecordingLevel.allCases)
  func levels(level: RecordingLevel) async throws {
    let actions: [OldMeter.Action] = [.add("Milk"), .increment, .increment]
    try await MeterSession.record(actions, at: path, level: level)
    #expect(MeterSession.replayer().replay(path: path).verdict.name == "match")
    let report = MeterSession.replayer(step: 2).replay(path: path)
    switch level {
    case .effects, .steps: #expect(report.verdict.divergence?.step == 2)
    case .actions:
      #expect(report.verdict.divergence?.step == 3)
      #expect(report.verdict.divergence?.since == 0)
    }
  }

  @Test("A damaged log of an older version is damaged, and its intact steps are replayed")
  func damaged() async throws {
    try await MeterSession.record([.increment, .increment], at: path)
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    try whole.dropLast(10).write(to: URL(fileURLWithPath: path))
    let report = MeterSession.replayer().replay(path: path)
    #expect(report.verdict.name == "damaged")
    #expect(report.verifiedSteps == 2)
  }

  @Test("An older log with a gap is replayed on both sides of the gap, and can be updated")
  func gap() async throws {
    let texts = (0..<200).map { OldMeter.Action.add(String(repeating: "\($0) ", count: 400)) }
    try await MeterSession.record(texts + [.increment], at: path)
    let whole = try LogReader(path: path, options: .session)
    try #require(whole.blocks.dropFirst(2).contains { $0.startsWithKeyframe })
    let block = whole.blocks[1]
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    bytes[Int(block.offset) + block.memberLength - 5] ^= 1
    try bytes.write(to: URL(fileURLWithPath: path))
    let recovered = folder.file("recovered.reprise")
    let summary = try recoverLog(
      from: path, to: recovered, overwrite: false, readerOptions: .session)
    try #require((summary.lostSteps ?? 0) > 0)
    let report = MeterSession.replayer().replay(path: recovered)
    #expect(report.verdict.name == "match")
    #expect(report.verifiedSteps == summary.log.steps)
    let changed = MeterSession.replayer(step: 2)
    #expect(changed.replay(path: recovered).verdict.divergence?.step == 201)
    #expect(changed.update(path: recovered).outcome.name == "updated")
    #expect(changed.replay(path: recovered).verdict.name == "match")
  }
}
