import Foundation
import ReplayCorpus
import SessionReplay
import SessionReports
import TestSupport
import Testing

/// Tests that no number in a results file causes a trap, or takes the time that it claims.
@MainActor
@Suite("Numbers of results files")
final class ResultsNumberTests {
  private let sample: ReportSample

  init() throws { sample = try ReportSample() }

  isolated deinit { sample.remove() }

  /// Returns reports with every kind of number.
  private func reports() throws -> [ReplayReport] {
    let path = try sample.record([.increment, .addID, .fetch])
    var replayer = sample.replayer(.init(increment: 2))
    replayer.keepsGoing = true
    var reports = [sample.replay(path), replayer.replay(path: path)]
    for cause: Crash.Cause in [.stackOverflow(depth: 7), .timeout(seconds: 5, memory: 3)] {
      let crash = Crash(
        step: 3, action: "increment", cause: cause, message: nil, lastLine: nil, frames: [],
        isAsRecorded: false)
      reports.append(ReplayReport(path: path, verdict: .crashed(crash), stepCount: 4))
    }
    var effects = EffectReport()
    effects.verifiedCount = 3
    effects.unverified = [UnverifiedEffect(step: 1, position: 2, reason: "why")]
    var verified = ReplayReport(
      path: path, verdict: .match, verifiedSteps: 2, stepCount: 2, lostSteps: 2, gapCount: 1,
      survivedStep: 9)
    verified.effects = effects
    reports.append(verified)
    let cut = try sample.record([.increment, .addID], as: "cut.reprise")
    try sample.truncate(cut, by: 10)
    reports.append(sample.replay(cut))
    return reports
  }

  private func file(_ path: String, _ list: PathList) throws(ResultsError) -> ResultsFile {
    try ResultsFile(
      path: path, app: "Sample", executable: "x", options: [], shard: Shard(1, of: 3), list: list)
  }

  /// Merges a results file, and prints its contents.
  private func read(_ path: String) throws {
    do throws(ResultsError) {
      let merge = try ResultsMerge([path])
      var overview = ReplayOverview()
      var reports: [ReplayReport] = []
      // A sum of such numbers may be larger than the numbers.
      try merge.forEach { report in
        for _ in 0..<5 { overview.add(report) }
        reports.append(report)
      }
      _ = ReplayText(isVerbose: true).lines(for: overview)
      _ = reports.flatMap { ReplayText(isVerbose: true).lines(for: $0) }
      _ = (junitText("x", reports), jsonText(reports), GitHubAnnotations(overview).lines)
      #expect(merge.missing.reduce(0) { $0 + $1.utf8.count } < 1_000)
    } catch {
      #expect(error.description.contains("'\(path)'"))
    }
  }

  @Test("Any number in a results file is handled")
  func numbers() throws {
    let reports = try reports()
    let path = sample.path("results.jsonl")
    let list = PathList(reports.map(\.path))
    let written = try file(path, list)
    for (index, report) in reports.enumerated() { written.note(report, at: index) }
    try written.finish()
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    #expect(lines.count == reports.count + 1)
    var count = 0
    for index in lines.indices {
      for line in HostileNumbers.variants(ofJSON: String(lines[index])) {
        // Other lines have nothing to do with the number.
        let others = index == 0 ? lines.dropFirst() : []
        let text = ([index == 0 ? line[...] : lines[0]] + (index == 0 ? others : [line[...]]))
          .joined(separator: "\n")
        try Data((text + "\n").utf8).write(to: URL(fileURLWithPath: path))
        try read(path)
        count += 1
        guard index < 2 else { continue }
        // A restarted task reads the file as well.
        do throws(ResultsError) { _ = try file(path, list) } catch {
          #expect(error.description.contains("'\(path)'"))
        }
      }
    }
    #expect(count > 100)
  }

  @Test(
    "A number that no program writes is reported with its line",
    arguments: ["-1", "9223372036854775807", "0.5", "1e3"])
  func refused(number: String) throws {
    let log = try sample.record([.increment])
    let path = sample.path("results.jsonl")
    let list = PathList([log])
    let written = try file(path, list)
    written.note(sample.replay(log), at: 0)
    try written.finish()
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try Data(text.replacing("\"steps\":1,", with: "\"steps\":\(number),").utf8)
      .write(to: URL(fileURLWithPath: path))
    #expect(throws: ResultsError.badLine(path, line: 2)) { try ResultsMerge([path]) }
  }

  @Test("Any number of missing shards is reported in a few words")
  func missingShards() {
    #expect(MissingShards(besides: [1, 2, 3], of: 3) == nil)
    for (present, count, text) in [
      ([1, 3], 3, "the results of shard 2 of 3 are missing"),
      ([2, 5], 6, "the results of shards 1, 3, 4, 6 of 6 are missing"),
      ([2], Shard.maxCount, "the results of shards 1, 3 to 10000000 of 10000000 are missing"),
    ] {
      #expect(MissingShards(besides: present, of: count)?.description == text)
    }
    #expect(Shard("1/\(Shard.maxCount)") != nil)
    #expect(Shard("1/\(Shard.maxCount + 1)") == nil)
    #expect(Shard("1/9000000000000000000") == nil)
  }
}
