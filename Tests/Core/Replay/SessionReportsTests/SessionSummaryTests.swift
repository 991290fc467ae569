import Foundation
import SessionDocument
import SessionLog
import SessionModel
import SessionReplay
import SessionReports
import Testing
import TestSupport

@MainActor
@Suite("Summaries of logs")
final class SessionSummaryTests {
  private let sample: ReportSample

  init() throws { sample = try ReportSample() }

  isolated deinit { sample.remove() }

  @Test("A whole log of this app can be replayed")
  func whole() throws {
    let path = try sample.record([.increment, .addID])
    let summary = SessionSummary(try SessionReader(path: path), with: sample.replayer())
    let lines = summary.lines()
    let bytes = try #require(try Data(contentsOf: URL(fileURLWithPath: path)).count as Int?)
    #expect(summary.isWhole)
    #expect(lines[0] == path)
    #expect(lines.contains("  app       Sample 1.0"))
    #expect(lines.contains("  recorded  2026-01-31T12:00:00Z"))
    #expect(lines.contains("  steps     2"))
    #expect(lines.contains("  size      \(bytes) bytes, \(Double(bytes) / 2) a step, 1 block"))
    #expect(lines.contains("  reads     uuid"))
    #expect(lines.contains("  file      whole"))
    #expect(lines.contains("  replay    by this program"))
    #expect(lines.contains { $0.hasPrefix("  state     ") && $0.hasSuffix("ReportSample.State") })
  }

  @Test("A log with changed bytes is damaged, even if its index is intact")
  func damaged() throws {
    let path = try sample.record([.increment, .increment])
    let reader = try SessionReader(path: path)
    var data = try Data(contentsOf: URL(fileURLWithPath: path))
    let block = try #require(reader.log.blocks.last)
    data[Int(block.offset) + block.memberLength - 10] ^= 0x10
    try data.write(to: URL(fileURLWithPath: path))
    let summary = SessionSummary(try SessionReader(path: path), with: sample.replayer())
    #expect(!summary.isWhole)
    #expect(summary.lines().contains("  steps     0 whole"))
    #expect(summary.lines().contains { $0.hasPrefix("  file      damaged: block 1") })
  }

  @Test("A damaged event is damage of the log, after the steps before it")
  func damagedEvent() throws {
    let path = sample.path("calls.reprise")
    var log = try CallLog.example()
    log.event(9, .finished)
    try log.write(to: path)
    let lines = SessionSummary(try SessionReader(path: path), with: sample.replayer()).lines()
    #expect(lines.contains("  steps     4 whole"))
    #expect(lines.contains("  calls     4 calls of effects"))
    #expect(lines.contains { $0.hasPrefix("  file      damaged: block 1") })
  }

  @Test("The summary of a different app's log has the reason why the log cannot be replayed")
  func incompatible() throws {
    let path = try sample.record([.increment])
    let summary = SessionSummary(
      try SessionReader(path: path), with: sample.replayer(.init(app: "Other")))
    let line = summary.lines().last
    #expect(line?.hasPrefix("  replay    not by this program: the log is of the app") == true)
  }
}
