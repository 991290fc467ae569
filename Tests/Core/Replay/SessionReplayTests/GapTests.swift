import DependencyInjection
import Foundation
import SessionDocument
import SessionLog
import SessionModel
import SessionReplay
import SessionReports
import SessionTestSupport
import TestGeneration
import TestSupport
import Testing

@MainActor
struct GapTests {
  let folder: TemporaryFolder
  let damaged: String
  let recovered: String
  let count: UInt64 = 120

  /// Records a session of several blocks that start with keyframes, and damages the third block.
  init() async throws {
    folder = try TemporaryFolder()
    damaged = folder.file("damaged.reprise")
    recovered = folder.file("recovered.reprise")
    let edits = (1..<count - 1).map { number in
      Notebook.Action.edit(UUID(0), String(repeating: "\(number) ", count: 1_000))
    }
    try await Session.record([.write("")] + edits + [.add(1)], at: damaged)
    let block = try LogReader(path: damaged, options: .session).blocks[2]
    var bytes = try Data(contentsOf: URL(fileURLWithPath: damaged))
    bytes[Int(block.offset) + block.memberLength - 5] ^= 1
    try bytes.write(to: URL(fileURLWithPath: damaged))
  }

  private func recover() throws -> LogReader {
    _ = try recoverLog(from: damaged, to: recovered, overwrite: false, readerOptions: .session)
    return try LogReader(path: recovered, options: .session)
  }

  @Test("A log with a gap matches, and the replay, the recovery and the log report the same gap")
  func match() throws {
    let summary = try recoverLog(
      from: damaged, to: recovered, overwrite: false, readerOptions: .session)
    let log = try LogReader(path: recovered, options: .session)
    let gap = try #require(log.gaps.first)
    #expect(log.gaps.count == 1)
    let report = Session.replay(recovered, app: Session.app())
    #expect(report.verdict.kind == .match)
    #expect(report.verifiedSteps == log.stepCount)
    #expect(report.verifiedSteps == summary.log.steps)
    #expect(report.stepCount == count - (gap.last - gap.first + 1))
    #expect(report.lostSteps == gap.last - gap.first + 1)
    #expect(summary.lostSteps == report.lostSteps)
  }

  @Test("Export and import keep a gap")
  func exchange() throws {
    let log = try recover()
    let copy = folder.file("copy.reprise")
    #expect(try isLossless(recovered, to: copy))
    #expect(try LogReader(path: copy, options: .session).gaps == log.gaps)
    let report = Session.replay(copy, app: Session.app())
    #expect(report.verdict.kind == .match && report.verifiedSteps == log.stepCount)
    // A state that isn't the result of the previous steps is a gap only if its line says so.
    let lines = try exportedLines(of: recovered).map {
      Array(String(decoding: $0, as: UTF8.self).replacing(#","followsGap":true"#, with: "").utf8)
    }
    #expect(throws: SessionImportError.self) { try importLog(lines, to: copy) }
  }

  @Test("A generated test contains only the steps before a gap")
  func generatedTest() throws {
    let gap = try #require(try recover().gaps.first)
    func text(upTo last: UInt64) throws -> String {
      try SessionReplayer(Session.app()).generatedTest(
        of: URL(fileURLWithPath: recovered), named: "gap",
        source: TestSource(imports: [], feature: "", initialState: "", screen: ""),
        initialState: { Notebook.State() }, upTo: last)
    }
    #expect(throws: GeneratedTestError.gap(path: recovered, first: gap.first, last: gap.last)) {
      try text(upTo: .max)
    }
    #expect(throws: GeneratedTestError.self) { try text(upTo: gap.first) }
    #expect(try text(upTo: gap.first - 1).contains("store.send"))
  }

  @Test("A divergence after a gap is reported with its original step number")
  func divergence() async throws {
    let log = try recover()
    let report = Session.replay(recovered, app: Session.app(fault: .addsTwice))
    #expect(report.verdict.divergence?.step == count)
    #expect(report.verifiedSteps == log.stepCount - 1)
    let line = try #require(ReplayText().lines(for: report).first)
    #expect(line.hasSuffix("state diverged at step \(count) of \(count): add(1)"))
  }

  @Test("A cursor moves across a gap, and states inside the gap are unknown")
  func cursor() throws {
    let gap = try #require(try recover().gaps.first)
    let reader = try SessionReader(path: recovered)
    let original = try SessionReader(path: folder.file("damaged.reprise"))
    var cursor = try SessionCursor(reader)
    var numbers: [UInt64] = []
    while let step = try cursor.next() { numbers.append(step.number) }
    #expect(numbers == Array(1..<gap.first) + Array(gap.last + 1...count))

    // The keyframe after the gap is the state after the gap's last step.
    #expect(try SessionCursor(reader, at: gap.last).number == gap.last)
    #expect(try SessionCursor(reader, at: gap.first - 1).number == gap.first - 1)
    for lost in [gap.first, gap.last - 1] {
      var cursor = try SessionCursor(reader, at: lost)
      #expect(cursor.number == gap.last)
      #expect(try cursor.next()?.number == gap.last + 1)
    }
    #expect(original.log.stepCount == count)
  }

  @Test("Updating a log keeps its gap")
  func update() throws {
    let gaps = try recover().gaps
    let replayer = SessionReplayer(Session.app())
    guard case .unchanged = replayer.update(path: recovered).outcome else {
      Issue.record("all goes as before")
      return
    }
    let other = SessionReplayer(Session.app(fault: .editsTwice))
    guard case .updated = other.update(path: recovered).outcome else {
      Issue.record("edits go otherwise now")
      return
    }
    #expect(try LogReader(path: recovered, options: .session).gaps == gaps)
    #expect(other.replay(path: recovered).verdict.kind == .match)
  }

  @Test("The verdict includes the number of lost steps, and a strict replay rejects them")
  func strict() throws {
    let gap = try #require(try recover().gaps.first)
    let lost = gap.last - gap.first + 1
    let report = Session.replay(recovered, app: Session.app())
    #expect(report.gapCount == 1)
    #expect(
      ReplayText().lines(for: [report])
        == ["\(recovered): match, \(count - lost) steps verified, \(lost) steps lost in 1 gap"])
    #expect(
      ReplayText().summary(of: ReplayTally([report, report]))
        == """
        2 logs: 2 match; \(2 * (count - lost)) steps verified\(Session.extent), \(2 * lost) \
        steps lost in 2 gaps
        """
    )
    var replayer = SessionReplayer(Session.app())
    replayer.isStrict = true
    let refused = replayer.replay(path: recovered)
    #expect(refused.verdict.kind == .damaged)
    #expect(refused.verifiedSteps == report.verifiedSteps)
    let line = try #require(ReplayText().lines(for: refused).first)
    #expect(line.contains("damaged: \(lost) steps are lost in 1 gap. Replay it without --strict"))
  }

  @Test("A log is damaged if its gap is larger than the limit")
  func impossibleGap() throws {
    let reader = try LogReader(path: try recover().path, options: .session)
    for (number, isWhole) in [(UInt64(1) << 60, false), (1 << 31 + 200, false), (1 << 30, true)] {
      let path = folder.file("gap-\(number).reprise")
      let writer = try LogWriter(path: path, header: reader.header)
      for block in reader.blocks {
        let shift = block.missingSteps > 0 ? number : 0
        writer.append(
          block: LogBlock(
            bytes: try reader.payload(of: block), firstStep: block.firstStep + shift,
            stepCount: block.stepCount, startsWithKeyframe: block.startsWithKeyframe,
            followsGap: block.followsGap))
      }
      _ = try writer.finish()
      let report = Session.replay(path, app: Session.app())
      #expect(report.verdict.kind == (isWhole ? .match : .damaged))
      let line = try #require(ReplayText().lines(for: report).first)
      #expect(
        isWhole || line.contains("steps before it are lost, and at most 2,147,483,647 can be"))
    }
  }

  @Test("The summary of a log lists its gaps")
  func summary() throws {
    let gap = try #require(try recover().gaps.first)
    let summary = SessionSummary(
      try SessionReader(path: recovered), with: SessionReplayer(Session.app()))
    #expect(summary.isWhole)
    #expect(summary.lines().contains("  lost      steps \(gap.first) to \(gap.last)"))
  }

  @Test("A replay that continues after differences also continues after a gap")
  func keepsGoing() throws {
    let log = try recover()
    var replayer = SessionReplayer(Session.app(fault: .editsTwice))
    replayer.keepsGoing = true
    let report = replayer.replay(path: recovered)
    #expect(report.verdict.divergence?.step == 2)
    // All steps except the first and the last are edits.
    #expect(report.differing?.count == log.stepCount - 2)
  }

  @Test("A replay that continues after a difference reports no false differences at a gap")
  func nothingInvented() throws {
    _ = try recover()
    var replayer = SessionReplayer(Session.app(fault: .addsTwice))
    replayer.keepsGoing = true
    let report = replayer.replay(path: recovered)
    #expect(report.verdict.divergence?.step == count)
    #expect(report.differing?.count == 1)
  }

  @Test("A log that begins with a gap is replayed and updated from its first state")
  func firstBlock() throws {
    let block = try LogReader(path: damaged, options: .session).blocks[0]
    var bytes = try Data(contentsOf: URL(fileURLWithPath: damaged))
    bytes[Int(block.offset) + block.memberLength - 5] ^= 1
    try bytes.write(to: URL(fileURLWithPath: damaged))
    let log = try recover()
    #expect(log.gaps.first?.first == 1)
    #expect(try SessionCursor(SessionReader(path: recovered)).number == log.gaps.first?.last)
    let report = Session.replay(recovered, app: Session.app())
    #expect(report.verdict.kind == .match)
    #expect(report.verifiedSteps == log.stepCount)
    let other = SessionReplayer(Session.app(fault: .addsTwice))
    guard case .updated = other.update(path: recovered).outcome else {
      Issue.record("the last step goes otherwise now")
      return
    }
    #expect(try LogReader(path: recovered, options: .session).gaps == log.gaps)
    #expect(other.replay(path: recovered).verdict.kind == .match)
  }
}
