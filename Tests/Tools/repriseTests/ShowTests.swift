import Foundation
import TestSupport
import Testing

@Suite("Showing logs", .timeLimit(.minutes(30)))
struct ShowTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static var sessions: String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Sessions").path
  }

  /// The golden sessions, and sessions of older versions of the app whose actions have the same
  /// names.
  private static var logs: [String] {
    [sessions, "\(sessions)/older"].flatMap { folder in
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return names.filter { $0.hasSuffix(".reprise") && !$0.contains("a-case-was-renamed") }
        .sorted().map { "\(folder)/\($0)" }
    }
  }

  private func reprise(_ arguments: String...) async throws -> Program.Outcome {
    try await Program.run(arguments, in: folder)
  }

  @Test(
    "The script of a golden session runs, and its recording has the same actions", arguments: logs)
  func script(log: String) async throws {
    let shown = try await reprise("show", "--script", log)
    #expect(shown.code == 0)
    _ = try folder.write(shown.output, as: "script.txt")
    let run = try await reprise(
      "run", "--script", "script.txt", "--record", "x.reprise", "--data-dir", "data", "--quiet")
    #expect(run.code == 0, "\(run.errors)")
    #expect(try await reprise("replay", "x.reprise").code == 0)
    let again = try await reprise("show", "--script", "x.reprise")
    // The first line contains the time of the recording.
    #expect(again.outputLines.dropFirst() == shown.outputLines.dropFirst())
  }

  @Test("git shows the changes of a log with the documented line of .gitattributes")
  func textconv() async throws {
    let program = try Program.path("FaultyApp")
    let git = { (arguments: String...) in
      try await Program.run(
        tool: "git", ["-c", "user.name=n", "-c", "user.email=e"] + arguments, in: folder)
    }
    let faulty = { (input: String, arguments: String...) in
      let child = try Child(arguments, of: "FaultyApp", in: folder)
      child.process.environment?["FAULTY_TWICE"] = input.isEmpty ? "1" : "0"
      try child.start(input: input)
      return try await child.outcome()
    }
    #expect(try await faulty("dig\nchatter\ndig\n", "record", "s.reprise").code == 0)
    _ = try folder.write("*.reprise diff=reprise\n", as: ".gitattributes")
    #expect(try await git("init", "--quiet").code == 0)
    let command = "COLUMNS= '\(program)' show --effects"
    #expect(try await git("config", "diff.reprise.textconv", command).code == 0)
    #expect(try await git("add", "s.reprise", ".gitattributes").code == 0)
    #expect(try await git("commit", "--quiet", "-m", "x").code == 0)
    #expect(try await faulty("", "replay", "--update", "--yes", "s.reprise").code == 0)
    let changed = try await git("--no-pager", "diff").outputLines
      .filter { $0.hasPrefix("-") || $0.hasPrefix("+") }
      .map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
    #expect(
      changed == [
        "--- a/s.reprise", "+++ b/s.reprise",
        "- 1 · dig depth: 0 → 1", "+ 1 · dig depth: 0 → 2",
        "- 3 · dig depth: 1 → 2", "+ 3 · dig depth: 2 → 4",
      ])
  }
}
