import ComposableArchitecture
import Foundation
import RecordCoding
import RecordedValues
import SessionLog
import SessionDocument
import SessionModel
import SessionReplay
import SessionReports
import SessionTestSupport
import TestGeneration
import TestSupport
import Testing

@MainActor
struct UnfinishedStepTests {
  private static let isReceived: UInt8 = 1
  private static let hasChange: UInt8 = 8
  private static let isUnfinished: UInt8 = 16

  private let folder: TemporaryFolder
  private let path: String

  /// Records three steps, and appends a fourth that the app did not finish.
  init() async throws {
    folder = try TemporaryFolder()
    path = folder.file("a.reprise")
    try await Session.record([.add(1), .write("Milk"), .add(2)], at: path)
    try append([Self.step(.add(3))])
  }

  /// Returns a chunk of steps with a single row.
  private static func step(
    _ action: Notebook.Action, flags: UInt8 = isUnfinished, count: Int = 1, startedBy: UInt8? = nil
  ) -> [UInt8] {
    var row = RecordEncoder()
    row.append(byte: flags)
    row.encode(action)
    var chunk = RecordEncoder()
    chunk.append(count: count)
    chunk.append(count: 1)
    chunk.append(counted: row.bytes)
    for _ in 0..<count { chunk.append(count: 0) }
    chunk.append(byte: 0)
    if let startedBy { chunk.append(byte: startedBy) }
    return chunk.bytes
  }

  /// Rewrites the log with additional chunks at the end of its last block, and additional blocks.
  private func append(_ chunks: [[UInt8]], steps: Int = 1, blocks: [[UInt8]] = []) throws {
    let reader = try LogReader(path: path, options: .session)
    let writer = try LogWriter(
      path: path, header: reader.header, options: LogWriterOptions(overwrite: true))
    for block in reader.blocks {
      let isLast = block == reader.blocks.last
      writer.append(
        block: LogBlock(
          bytes: try reader.payload(of: block) + (isLast ? Array(chunks.joined()) : []),
          firstStep: block.firstStep, stepCount: block.stepCount + (isLast ? steps : 0),
          startsWithKeyframe: block.startsWithKeyframe))
    }
    var next = reader.lastStep + UInt64(steps) + 1
    for block in blocks {
      writer.append(
        block: LogBlock(bytes: block, firstStep: next, stepCount: 1, startsWithKeyframe: false))
      next += 1
    }
    _ = try writer.finish()
  }

  @Test("A generated test sends the action of an unfinished step without expectations")
  func generatedTest() throws {
    let text = try SessionReplayer(Session.app()).generatedTest(
      of: URL(fileURLWithPath: path), named: "unfinished",
      source: TestSource(imports: [], feature: "", initialState: "", screen: ""),
      initialState: { Notebook.State() })
    #expect(text.contains("store.sendUnfinished(.add(3))\n"))
  }

  @Test("Export and import keep an unfinished step")
  func exchange() throws {
    let copy = folder.file("copy.reprise")
    #expect(try isLossless(path, to: copy))
    let step = try SessionReader(path: copy).unfinishedStep()
    #expect(step?.number == 4)
    let lines = try exportedLines(of: path)
    let last = String(decoding: lines[lines.count - 1], as: UTF8.self)
    #expect(last.contains(#""step":4,"#) && last.contains(#""unfinished":true"#))
    // No step can follow an unfinished step.
    let next = Array(last.replacing(#""step":4,"#, with: #""step":5,"#).utf8)
    #expect(throws: SessionImportError.self) { try importLog(lines + [next], to: copy) }
  }

  @Test("A recorded crash that no longer occurs is a match")
  func survived() {
    let report = Session.replay(path, app: Session.app())
    #expect(report.verdict.kind == .match)
    #expect(report.survivedStep == 4)
    #expect(report.verifiedSteps == 3)
    #expect(report.stepCount == 4)
    #expect(
      ReplayText().lines(for: [report]) == [
        "\(path): match, 3 steps verified",
        "  the app ended in step 4 when it was recorded, and not now: the crash is gone",
      ])
    #expect(
      ReplayText().summary(of: ReplayTally([report, report]))
        == "2 logs: 2 match; 6 steps verified\(Session.extent); 2 crashes are gone")
  }

  @Test("A difference before the unfinished step is a divergence")
  func divergence() {
    let report = Session.replay(path, app: Session.app(fault: .addsTwice))
    #expect(report.verdict.divergence?.step == 1)
    #expect(report.survivedStep == nil)
  }

  @Test("A step sent by an effect can be unfinished")
  func received() throws {
    let path = folder.file("b.reprise")
    let reader = try LogReader(path: self.path, options: .session)
    #expect(reader.lastStep == 4)
    try rewrite(
      as: path,
      last: Self.step(.loaded(1), flags: Self.isUnfinished | Self.isReceived, startedBy: 2))
    var cursor = try SessionCursor(SessionReader(path: path), at: 3)
    let step = try #require(try cursor.next())
    #expect(step.isUnfinished)
    #expect(step.origin == .received(startedBy: 2))
    #expect(Session.replay(path, app: Session.app()).survivedStep == 4)
  }

  /// Writes a log with the first three steps and a different last step.
  private func rewrite(as other: String, last: [UInt8]) throws {
    let reader = try LogReader(path: path, options: .session)
    let block = try #require(reader.blocks.first)
    let payload = try reader.payload(of: block).dropLast(Self.step(.add(3)).count)
    let writer = try LogWriter(path: other, header: reader.header)
    writer.append(
      block: LogBlock(
        bytes: payload + last, firstStep: 1, stepCount: 4, startsWithKeyframe: true))
    _ = try writer.finish()
  }

  @Test("The state after an unfinished step is unknown, and the line of the step gives the reason")
  func shown() throws {
    let reader = try SessionReader(path: path)
    var cursor = try SessionCursor(reader, at: 3)
    #expect(cursor.knowsState)
    let step = try #require(try cursor.next())
    #expect(step.number == 4)
    #expect(!cursor.knowsState)
    #expect(try cursor.next() == nil)
    let lines = StepLine(schema: reader.header.schema, action: reader.header.action)
    #expect(
      lines.text(of: step, changes: [])
        == "    4 · add(3)                              "
        + "unfinished: the app ended while it was reducing this step")
    let json = JSONText.line(StepResult(step, changes: [], header: reader.header))
    #expect(json.contains(#""unfinished":true"#))
  }

  @Test("A trace ends at the unfinished step, and no change is blamed on that step")
  func history() throws {
    let reader = try SessionReader(path: path)
    let count = try ValuePath("", into: reader.header.state, in: reader.header.schema)
    var trace = try ValueTrace(reader, paths: [count])
    var last: UInt64 = 0
    while let entry = try trace.next() { last = entry.number }
    #expect(last == 3)
    #expect(trace.unfinished?.number == 4)
    #expect(try StateBlame(reader, at: nil).step == 3)
    try reader.requireState(after: 3)
    #expect(throws: HistoryError.unfinished(log: path, step: 4)) {
      try reader.requireState(after: 4)
    }
    #expect(try StepConsequences(reader, of: 4).causes.isEmpty)
  }

  @Test("Only the last step of a log can be unfinished")
  func onlyLast() throws {
    for (chunks, count) in [([Self.step(.add(4))], 1), ([Self.step(.add(4), flags: 0)], 1)] {
      try append(chunks, steps: count)
      expectDamage(.unfinishedBeforeEnd)
    }
  }

  @Test("An unfinished step that is repeated in its chunk is damage")
  func usedTwice() async throws {
    try await Session.record([.add(1)], at: folder.file("c.reprise"))
    try rewriteAlone(Self.step(.add(3), count: 2), steps: 2)
    expectDamage(.unfinishedBeforeEnd)
  }

  @Test("A block after the block with the unfinished step is damage")
  func blockBehind() throws {
    try append([], steps: 0, blocks: [Self.step(.add(4), flags: 0)])
    expectDamage(.unfinishedBeforeEnd)
  }

  @Test("An unfinished step with a change is damage")
  func withChange() throws {
    try rewriteAlone(Self.step(.add(3), flags: Self.isUnfinished | Self.hasChange), steps: 1)
    expectDamage(.unknownFlags(Self.isUnfinished | Self.hasChange))
  }

  private func rewriteAlone(_ chunk: [UInt8], steps: Int) throws {
    let header = try LogReader(path: path, options: .session).header
    var state = RecordEncoder()
    state.encode(Notebook.State())
    var payload = RecordEncoder()
    payload.append(counted: state.bytes)
    payload.append(counted: [])
    let writer = try LogWriter(
      path: path, header: header, options: LogWriterOptions(overwrite: true))
    writer.append(
      block: LogBlock(
        bytes: payload.bytes + chunk, firstStep: 1, stepCount: steps, startsWithKeyframe: true))
    _ = try writer.finish()
  }

  private func expectDamage(
    _ expected: BadBlock, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let report = Session.replay(path, app: Session.app())
    guard case .damaged(let log) = report.verdict,
      case .badBlock(_, _, _, _, let cause) = log.error
    else {
      Issue.record("\(report.verdict)", sourceLocation: sourceLocation)
      return
    }
    #expect(cause == expected, sourceLocation: sourceLocation)
  }

  @Test("An update skips a log whose crash is gone, and keeps the unfinished step of other logs")
  func update() throws {
    guard case .unchanged = SessionReplayer(Session.app()).update(path: path).outcome else {
      Issue.record("all goes as recorded")
      return
    }
    let other = SessionReplayer(Session.app(fault: .addsTwice))
    guard case .updated = other.update(path: path).outcome else {
      Issue.record("steps are added twice now")
      return
    }
    let report = other.replay(path: path)
    #expect(report.verdict.kind == .match)
    #expect(report.verifiedSteps == 4)
    #expect(report.survivedStep == nil)
  }

  @Test("A followed log is not replayed through its unfinished step")
  func followed() {
    let report = SessionReplayer(Session.app()).follow(path: path) { false }
    #expect(report.verdict.kind == .match)
    #expect(report.verifiedSteps == 3)
    #expect(report.survivedStep == nil)
  }
}
