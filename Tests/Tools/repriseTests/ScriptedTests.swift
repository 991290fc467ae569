import Foundation
import TestSupport
import Testing

/// The scripts behind `make damage`, `make limits` and `make reports`, with a share of what those try.
@Suite("Damaged and hostile logs", .serialized, .timeLimit(.minutes(30)))
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

  @Test("Logs of which a byte is damaged are recovered, and what is kept replays as recorded")
  func damage() async throws {
    let outcome = try await run(
      "damage.py", program: "reprise", "--logs", "20", "--steps", "1000", "6000", "--jobs", "2",
      "--least", "0.8")
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.hasPrefix("20 of 20 logs recovered and replayed as recorded"))
  }

  // `make examples` checks its Swift code, too, and builds the packages that it has one write.
  @Test("The commands of the documentation print what stands below them")
  func documentation() async throws {
    let folder = URL(fileURLWithPath: try Program.path()).deletingLastPathComponent().path
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("documentation.py").path
    let outcome = try await Program.run(
      tool: "python3", [path, "--programs", folder, "--checks", "sessions,screens,texts"],
      in: self.folder)
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
  }

  @Test("Reports of a fault that fails many logs are read by the readers of others")
  func reports() async throws {
    let outcome = try await run("reports.py", program: "FaultyApp", "--logs", "60")
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.hasPrefix("70 logs: "))
  }

  @Test("Logs that claim much and hold little take no more memory than they are worth")
  func limits() async throws {
    // The memory of a sanitizer is its own, and the time that of a build without optimisation.
    guard ProcessInfo.processInfo.environment["SANITIZER"] == nil else { return }
    let outcome = try await run(
      "limits.py", program: "HostileApp", "--seconds", "60", "--jobs", "2", "--share", "3")
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
  }
}
