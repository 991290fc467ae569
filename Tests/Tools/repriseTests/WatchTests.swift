import Foundation
import TestSupport
import Testing

@Suite("Watching", .timeLimit(.minutes(30)))
struct WatchTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func record(_ name: String, _ lines: String, bug: String? = nil) async throws {
    let child = try Child(
      ["record", name, "--seed", "1", "--force", "--no-verify"], of: "FaultyApp", in: folder)
    child.process.environment?["FAULTY_APP"] = "ledger"
    child.process.environment?["FAULTY_BUG"] = bug
    try child.start(input: lines)
    #expect(try await child.outcome().code == 0)
  }

  /// Renames a complete file to its watched name.
  private func put(_ name: String, at path: String) throws {
    #expect(rename(folder.file(name), folder.file(path)) == 0)
  }

  /// Copies the program in a separate process. A copy that this process writes could not be run
  /// while a process of a different test has inherited the open file.
  private func copyProgram(to name: String) async throws {
    let child = try Child([try Program.path("FaultyApp"), name], of: "/bin/cp", in: folder)
    try child.start(input: "")
    #expect(try await child.outcome().code == 0)
  }

  @Test("Each round is reported, and a signal ends the watch with the last exit code")
  func rounds() async throws {
    try FileManager.default.createDirectory(
      atPath: folder.file("logs"), withIntermediateDirectories: true)
    try await record("good", "flip\nflip\ntick\n")
    try await record("bad", "flip\ntick\n")
    try FileManager.default.copyItem(
      atPath: folder.file("good"), toPath: folder.file("logs/a.reprise"))
    // A copy of the program, which is replaced like by a build.
    try await copyProgram(to: "program")
    let child = try Child(["replay", "--watch", "logs"], of: folder.file("program"), in: folder)
    child.process.environment?["FAULTY_APP"] = "ledger"
    child.process.environment?["FAULTY_BUG"] = "odd"
    let pipe = Pipe()
    try child.start(input: "", standardOutput: pipe)
    var lines = PipeLines(pipe)
    #expect(lines.next() == "round 1: 1 log, 1 match")

    try put("bad", at: "logs/b.reprise")
    #expect(
      lines.next() == "round 2, 1 log changed: 2 logs, 1 match; 1 newly failing")
    #expect(
      lines.next()
        == "newly failing: logs/b.reprise: state diverged at step 2 of 2: tick")
    #expect(lines.next()?.contains("ticks: expected 1, actual 0") == true)

    try await copyProgram(to: "built")
    try put("built", at: "program")
    var line = lines.next()
    while let other = line, !other.hasPrefix("round") { line = lines.next() }
    #expect(
      line == "round 3, with another executable: 2 logs, 1 match; 1 still failing")
    #expect(
      lines.next()
        == "still failing: logs/b.reprise: state diverged at step 2 of 2: tick")

    // The process is the same.
    kill(child.process.processIdentifier, SIGINT)
    let outcome = try await child.outcome()
    #expect(outcome.code == 1)
    #expect(outcome.errors.isEmpty)
  }
}
