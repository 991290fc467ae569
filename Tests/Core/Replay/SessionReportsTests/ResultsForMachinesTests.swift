import Foundation
import SessionDocument
import SessionReplay
import SessionReports
import Testing

@MainActor
@Suite("Results of replays in JSON and JUnit XML")
final class ResultsForMachinesTests {
  private let sample: ReportSample

  init() throws { sample = try ReportSample() }

  isolated deinit { sample.remove() }

  private func object(_ line: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }

  @Test("JSON contains the worst verdict, the exit code, and each log with its divergence")
  func json() throws {
    let good = sample.replay(try sample.record([.increment], as: "a.reprise"))
    let bad = sample.replay(
      try sample.record([.rename("x"), .increment], as: "b.reprise"), .init(increment: 2))
    let line = jsonText([good, bad], exitCode: 1)
    #expect(!line.contains("\n"))
    let results = try object(line)
    #expect(results["verdict"] as? String == "state diverged")
    #expect(results["exitCode"] as? Int == 1)
    let logs = try #require(results["logs"] as? [[String: Any]])
    #expect(logs.map { $0["path"] as? String } == [good.path, bad.path])
    #expect(logs[0]["verdict"] as? String == "match")
    #expect(logs[0]["divergence"] == nil)
    #expect(logs[1]["steps"] as? Int == 2)
    #expect(logs[1]["verifiedSteps"] as? Int == 1)
    let divergence = try #require(logs[1]["divergence"] as? [String: Any])
    #expect(divergence["step"] as? Int == 2)
    #expect(divergence["action"] as? String == "increment")
    #expect(divergence["path"] as? String == "count")
    #expect(divergence["expected"] as? String == "1")
    #expect(divergence["actual"] as? String == "2")
    #expect((divergence["difference"] as? [String])?.contains("-   count: 1,") == true)
  }

  @Test("JSON has the reason as the message of a log that cannot be replayed")
  func message() throws {
    let path = try sample.record([.increment])
    let other = jsonText([sample.replay(path, .init(app: "Other"))], exitCode: 3)
    let logs = try #require(try object(other)["logs"] as? [[String: Any]])
    #expect(logs[0]["verdict"] as? String == "incompatible")
    #expect((logs[0]["message"] as? String)?.contains("'Sample'") == true)
  }

  @Test("JSON escapes control characters without changing the value")
  func escapes() throws {
    let hostile = ["a\u{1B}[2J", "\u{9B}1m", "\u{7F}", "\u{202E}", "\u{2028}", "\u{E0001}", "é👍"]
    let line = JSONText.line(hostile)
    #expect(line.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
    #expect(line.unicodeScalars.allSatisfy { $0.properties.generalCategory != .format })
    #expect(try JSONDecoder().decode([String].self, from: Data(line.utf8)) == hostile)
  }

  @Test("JUnit has a test case for each log, with failures for divergences and errors otherwise")
  func junit() throws {
    let path = try sample.record([.increment], as: "a.reprise")
    let reports = [
      sample.replay(path), sample.replay(path, .init(increment: 2)),
      sample.replay(path, .init(app: "Other")),
    ]
    let xml = junitText("replay", reports)
    #expect(xml.hasPrefix(#"<?xml version="1.0" encoding="UTF-8"?>"#))
    let counts = #"tests="3" failures="1" errors="1" skipped="0" time="0.000000""#
    #expect(xml.contains("<testsuites \(counts)>"))
    #expect(xml.contains(#"<testsuite name="replay" \#(counts)>"#))
    let folders = path.split(separator: "/").dropLast().joined(separator: ".")
    let place = #"classname="replay.\#(folders)" name="a.reprise" file="\#(path)""#
    #expect(xml.contains(#"<testcase \#(place) time="0.000000"/>"#))
    #expect(xml.contains(#"<failure type="state diverged" message="\#(path): state diverged at"#))
    #expect(xml.contains(#"<error type="incompatible""#))
    #expect(xml.contains("of the app &apos;Sample&apos;"))
  }

  @Test("JUnit has the time of each log in seconds, and the total")
  func junitTimes() throws {
    var first = ReplayReport(path: "a.reprise", verdict: .match)
    first.microseconds = 1_000_042
    var second = ReplayReport(path: "b.reprise", verdict: .match)
    second.microseconds = 500
    let xml = junitText("x", [first, second])
    #expect(xml.contains(#"name="a.reprise" file="a.reprise" time="1.000042"/>"#))
    #expect(xml.contains(#"name="b.reprise" file="b.reprise" time="0.000500"/>"#))
    #expect(xml.contains(#"skipped="0" time="1.000542">"#))
  }

  @Test("JSON groups logs that fail for the same reason, and has the feature of the action")
  func groups() throws {
    let paths = try ["b.reprise", "a.reprise"].map { try sample.record([.increment], as: $0) }
    let reports = paths.map { sample.replay($0, .init(increment: 2)) }
    let results = try object(jsonText(reports, exitCode: 1))
    let groups = try #require(results["groups"] as? [[String: Any]])
    #expect(groups.count == 1)
    #expect(groups[0]["verdict"] as? String == "state diverged")
    #expect(groups[0]["action"] as? String == "increment")
    #expect(groups[0]["subject"] as? String == "count")
    #expect(groups[0]["count"] as? Int == 2)
    #expect(groups[0]["logs"] as? [String] == paths.sorted())
    let logs = try #require(results["logs"] as? [[String: Any]])
    #expect(logs[0]["feature"] as? String == "ReportSample")
  }

  @Test("JUnit escapes markup, and replaces characters that XML cannot contain")
  func junitEscapes() throws {
    let path = try sample.record([.increment], as: "<a&b\"\u{1}'>.reprise")
    let xml = junitText("x", [sample.replay(path)])
    #expect(xml.contains("&lt;a&amp;b&quot;\u{FFFD}&apos;&gt;.reprise"))
    let isAllowed = xml.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" }
    #expect(isAllowed)
  }

  @Test("An updated log has the first divergence before the update")
  func updates() throws {
    let good = try sample.record([.rename("x")], as: "a.reprise")
    let bad = try sample.record([.rename("x"), .increment], as: "b.reprise")
    let draws = try sample.record([.addID], as: "c.reprise")
    let replayer = sample.replayer(.init(increment: 2, drawsIDs: false))
    let reports = [good, bad, draws].map { replayer.update(path: $0) }
    let lines = UpdateText().lines(for: reports)
    #expect(lines[0] == "\(draws): refused, the log is unchanged:")
    #expect(lines[1] == "  dependency diverged at step 1: addID")
    #expect(lines.last == "3 logs: 1 unchanged, 1 updated, 1 refused")
    #expect(reports.map(\.outcome.kind) == [.match, .match, .diverged])
    let results = try object(JSONText.line(UpdateResults(reports, groups: [], exitCode: 1)))
    let logs = try #require(results["logs"] as? [[String: Any]])
    #expect(logs.map { $0["outcome"] as? String } == ["unchanged", "updated", "refused"])
    #expect((logs[1]["divergence"] as? [String: Any])?["step"] as? Int == 2)
  }
}
