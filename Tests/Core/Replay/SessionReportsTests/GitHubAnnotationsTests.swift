import Foundation
import SessionReplay
import SessionReports
import Testing

@Suite("Annotations for GitHub")
struct GitHubAnnotationsTests {
  /// A workflow command as parsed by GitHub.
  private struct Command: Equatable {
    var properties: [String: String] = [:]
    var message = ""

    /// Parses a command by the published syntax: `::name key=value,key=value::message`.
    init?(_ line: String) {
      guard line.hasPrefix("::error "), !line.contains("\n"), !line.contains("\r") else {
        return nil
      }
      let rest = line.dropFirst("::error ".count)
      guard let end = rest.firstRange(of: "::") else { return nil }
      for property in rest[..<end.lowerBound].split(separator: ",") {
        let parts = property.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, !parts[1].contains(":") else { return nil }
        properties[String(parts[0])] = String(parts[1])
          .replacing("%0D", with: "\r").replacing("%0A", with: "\n").replacing("%3A", with: ":")
          .replacing("%2C", with: ",").replacing("%25", with: "%")
      }
      message = String(rest[end.upperBound...])
        .replacing("%0D", with: "\r").replacing("%0A", with: "\n").replacing("%25", with: "%")
    }
  }

  private func report(_ path: String, _ problem: String) throws -> ReplayReport {
    let divergence = try SampleDivergence.dependency(at: 1, action: "go", problem)
    return ReplayReport(path: path, verdict: .diverged(divergence), stepCount: 1)
  }

  @Test("Each cause has one annotation, with the smallest log as its file")
  func groups() throws {
    let lines = try GitHubAnnotations(
      ReplayOverview([
        report("b.reprise", "x"), report("a.reprise", "x"), report("c.reprise", "y"),
        ReplayReport(path: "d.reprise", verdict: .match),
      ])
    ).lines
    let commands = try lines.map { try #require(Command($0)) }
    #expect(commands.map { $0.properties["file"] } == ["a.reprise", "c.reprise"])
    #expect(commands[0].properties["title"] == "dependency diverged in go: x")
    #expect(
      commands[0].message
        == "a.reprise: dependency diverged at step 1 of 1: go\n  x\nthe same in 1 other log")
  }

  @Test("Delimiters of properties and commands are escaped, and parse to the same text")
  func escapes() throws {
    let path = "a,b::c%0A\r\n=.reprise"
    let line = try #require(
      try GitHubAnnotations(ReplayOverview([report(path, "50% :: a,b")])).lines.first)
    #expect(
      line.hasPrefix("::error file=a%2Cb%3A%3Ac%250A%0D%0A=.reprise,title=dependency diverged"))
    let command = try #require(Command(line))
    #expect(command.properties["file"] == path)
    #expect(command.message.contains("50% :: a,b"))
  }

  @Test("At most ten annotations are written, and the last one counts the omitted ones")
  func most() throws {
    let reports = try (10..<30).map { try report("\($0).reprise", "problem\($0)") }
    let lines = GitHubAnnotations(ReplayOverview(reports)).lines
    #expect(lines.count == 10)
    #expect(Command(lines[9])?.properties["title"] == "11 more reasons in 11 logs")
    #expect(GitHubAnnotations(ReplayOverview(reports.prefix(10))).lines.count == 10)
  }
}
