import Foundation
import TestSupport
import Testing

#if os(Linux)
  @Suite("The program with few file descriptors", .timeLimit(.minutes(30)))
  struct DescriptorTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Runs a command with a limit on open files.
    private func run(_ command: String, limit: Int) async throws -> Program.Outcome {
      _ = try folder.write("counter.incrTapped\n", as: "script.txt")
      return try await Program.run(
        tool: "/bin/sh",
        ["-c", "ulimit -n \(limit); exec \"$0\" \(command)", try Program.path()], in: folder)
    }

    @Test(
      "Too few file descriptors are reported with the limit and the remedy",
      arguments: [
        "run --script script.txt", "record s.reprise --script script.txt", "replay s.reprise",
        "show s.reprise", "info s.reprise", "serve s.reprise", "minimize s.reprise -o m.reprise",
      ], [4, 7, 10, 13])
    func tooFew(command: String, limit: Int) async throws {
      let outcome = try await run(command, limit: limit)
      #expect(outcome.code == 70)
      #expect(
        outcome.errors.hasPrefix(
          "reprise: too few file descriptors: 24 are needed, and the limit of \(limit) leaves "))
      #expect(outcome.errors.hasSuffix(". Raise it with 'ulimit -n 256'.\n"))
      #expect(try folder.names().filter { $0.hasSuffix(".partial") } == [])
    }

    @Test("A limit of 40 file descriptors is enough to record, verify, replay and minimize")
    func enough() async throws {
      let recorded = try await run("record s.reprise --script script.txt", limit: 40)
      #expect(recorded.code == 0)
      #expect(recorded.errors.hasPrefix("recorded "))
      #expect(!recorded.errors.contains("could not be verified"))
      let replayed = try await run("replay s.reprise --jobs 2", limit: 40)
      #expect(replayed.code == 0)
      let minimized = try await run(
        "minimize s.reprise -o m.reprise --keep 'counter.count == 1'", limit: 40)
      #expect(minimized.code == 0)
    }
  }
#endif
