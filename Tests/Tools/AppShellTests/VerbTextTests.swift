import AppShell
import CommandLineKit
import ComposableArchitecture
import Foundation
import Testing

@MainActor
@Suite("Texts generated from the declarations of verbs")
struct VerbTextTests {
  private nonisolated static let verbs = Verbs.all.map { VerbDeclaration($0) }
  private nonisolated static let names = verbs.map(\.name)

  @Test("The help of a verb names the program, its exit codes and an example", arguments: names)
  func help(name: String) async {
    let text = await tally("help", name).output
    #expect(text.hasPrefix("tally \(name): "))
    #expect(text.contains("Usage: tally \(name)"))
    #expect(text.contains("Example:\n  tally \(name)"))
    #expect(text.contains(/Exit codes:\n  \d/))
    #expect(text.contains("--help"))
    for line in text.split(separator: "\n") { #expect(line.count <= 90) }
  }

  @Test("The options of a verb are listed under their headings, with the common options last")
  func headings() async {
    let replay = await tally("help", "replay").output
    #expect(replay.contains("\n\nLimits:\n  --timeout SECONDS"))
    #expect(replay.contains("\n\nOther options:\n  --color WHEN "))
    #expect(await tally("help", "info").output.contains("\n\nOptions:\n  --quick "))
  }

  @Test("The help of 'replay' begins with the ten most used options")
  func mainOptions() async throws {
    let replay = await tally("replay", "-h").output
    let start = try #require(replay.firstRange(of: "\n\nMost used:\n"))
    let end = try #require(replay.firstRange(of: "\n\nLogs:\n"))
    #expect(try #require(replay.firstRange(of: "\n\n")).lowerBound < start.lowerBound)
    let options = replay[start.upperBound..<end.lowerBound].matches(of: /(?m)^  --([a-z-]+)/)
    #expect(
      options.map { $0.1 } == [
        "effects", "keep-going", "verbose", "json", "junit", "jobs", "filter", "fail-fast", "watch",
        "update",
      ])
  }

  @Test("A verb with more than ten options begins with the most used ones", arguments: names)
  func firstTable(name: String) async throws {
    let section = await tally("help", name, "--markdown").output
    let tables = section.split(separator: "| option | means |").dropFirst()
    let counts = tables.map { $0.matches(of: /(?m)^\| `-/).count }
    guard counts.reduce(0, +) > 10 else { return }
    #expect(section.contains("\n\nMost used:\n\n| option | means |"))
    #expect(try #require(counts.first) <= 10)
  }

  @Test("The example of a verb is a valid command line")
  func examples() throws {
    for verb in Verbs.all {
      for example in verb.examples where !example.contains(">") {
        _ = try CommandParser.parse(example.split(separator: " ").map(String.init))
      }
    }
  }

  @Test("The overview lists every verb under a heading")
  func overview() async {
    let text = await tally("help").output
    for name in Self.names { #expect(text.contains("\n  \(name) ")) }
    #expect(text.contains("\n\nRun and record:\n  run "))
    #expect(text.contains("\n\nReplay:\n  replay "))
    #expect(text.contains("\n\nInspect a log:\n  show "))
    #expect(text.contains("\n\nFrom failure to fix:\n  explore "))
    #expect(text.contains("\n\nCorpora:\n  coverage "))
    #expect(text.contains("\n\nOther:\n  export "))
    #expect(text.contains("Example:"))
    for line in text.split(separator: "\n") { #expect(line.count <= 90) }
  }

  @Test("The reference has a section on every verb, with its options and exit codes")
  func reference() async {
    let text = await tally("help", "--markdown").output
    for name in Self.names { #expect(text.contains("\n## tally \(name)\n")) }
    #expect(text.contains("\n\nReplay:\n\n| command | does |\n|---|---|\n| [`tally replay`]"))
    #expect(text.contains("\n\nLimits:\n\n| option | means |\n|---|---|\n| `--timeout SECONDS` | "))
    #expect(text.contains("| 129, 130, 143 | "))
    let section = await tally("help", "show", "--markdown").output
    #expect(section.hasPrefix("## tally show\n"))
    #expect(section.contains(#"`{"step": …, "state": …}`"#))
    #expect(section.contains("```\n*.reprise diff=reprise\n```"))
    #expect(!section.contains("## tally replay"))
  }

  @Test("The manual page has the name of the program, the date, and a section on every verb")
  func manualPage() async throws {
    let text = await runShell(of: TallyApp.self, ["man"], variables: ["SOURCE_DATE_EPOCH": "86400"])
      .output
    #expect(text.hasPrefix(".TH \"TALLY\" 1 1970-01-02 \"Tally 1.2.3\"\n"))
    for name in Self.names {
      let escaped = name.split(separator: "-").joined(separator: "\\-")
      #expect(text.contains("\n.SS \"tally \(escaped)\"\n"))
    }
    #expect(text.contains("\n.PP\nLimits:\n.TP\n\\fB\\-\\-timeout\\fR \\fISECONDS\\fR\n"))
    #expect(text.utf8.allSatisfy { $0 < 0x80 })
    let requests: Set<Substring> = [
      ".TH", ".SH", ".SS", ".B", ".I", ".TP", ".PP", ".RS", ".RE", ".nf", ".fi",
    ]
    for line in text.split(separator: "\n") where line.hasPrefix(".") || line.hasPrefix("'") {
      #expect(requests.contains(line.prefix { $0 != " " }), "\(line) is taken for a request")
    }
  }

  @Test("Without SOURCE_DATE_EPOCH the manual page has today's date")
  func manualPageDate() async {
    let text = await withDependencies {
      $0.date = .constant(Date(timeIntervalSince1970: 0))
    } operation: {
      await tally("man").output
    }
    #expect(text.contains(" 1970-01-01 "))
  }
}
