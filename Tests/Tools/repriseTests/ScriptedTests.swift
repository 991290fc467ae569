import Foundation
import TestSupport
import Testing

/// Tests that run the scripts of `make damage`, `make limits` and `make reports` on fewer inputs.
@Suite("Damaged and hostile logs", .timeLimit(.minutes(30)))
struct ScriptedTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(
    _ script: String, program: String, _ arguments: String...
  ) async throws -> Program.Outcome {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent(script).path
    let program = try Program.path(program)
    return try await Program.run(
      tool: "python3", [path, "--program", program] + arguments, in: folder)
  }

  @Test("Logs with a damaged byte are recovered, and the kept steps match")
  func damage() async throws {
    let outcome = try await run(
      "damage.py", program: "reprise", "--logs", "20", "--steps", "1000", "6000", "--jobs", "2",
      "--least", "0.8")
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.hasPrefix("20 of 20 logs recovered and replayed as recorded"))
  }

  @Test("Other tools can read reports of a bug that fails many logs")
  func reports() async throws {
    let outcome = try await run("reports.py", program: "FaultyApp", "--logs", "60")
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.hasPrefix("70 logs: "))
  }

  @Test("Logs that declare large sizes take only the memory for their contents")
  func limits() async throws {
    // A sanitizer uses additional memory, and its builds are not optimized.
    guard ProcessInfo.processInfo.environment["SANITIZER"] == nil else { return }
    let outcome = try await run(
      "limits.py", program: "HostileApp", "--seconds", "60", "--jobs", "2", "--share", "8")
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
  }
}
