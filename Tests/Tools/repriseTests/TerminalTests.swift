import Foundation
import TestSupport
import Testing

// Pseudo-terminals are opened otherwise on other systems, and the shell does not care which it has.
#if os(Linux)
  @Suite("The program at a terminal", .timeLimit(.minutes(10)))
  struct TerminalTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// What a person types, as a terminal hands it to the program; the last key ends the input.
    private func type(_ lines: [String]) async throws -> Program.Outcome {
      let terminal = try PseudoTerminal()
      terminal.watch()
      let child = try Child(["record", "s.reprise"], in: folder)
      try child.start(standardInput: terminal.terminal)
      terminal.type(lines.joined(separator: "\n") + "\n\u{4}")
      let outcome = try await child.outcome()
      terminal.close()
      return outcome
    }

    @Test("The screen is shown at the start and after each step, behind a prompt")
    func screens() async throws {
      let outcome = try await type(["counter.incrTapped", "screen"])
      #expect(outcome.code == 0)
      let screens = outcome.output.components(separatedBy: "Reprise\n=======\n")
      // One at the start, three as what was saved is loaded, one after the tap, one on demand, and
      // one when the app ends.
      #expect(screens.count == 8)
      #expect(screens[1].contains("\n0\n[-] [+]"))
      #expect(screens[4].hasSuffix("> "))
      #expect(screens[5].contains("\n1\n[-] [+]"))
    }

    @Test("What an effect changes is shown as well")
    func effects() async throws {
      let outcome = try await type([
        "counter.incrTapped", "counter.nthPrimeButtonTapped", "wait effects",
      ])
      #expect(outcome.output.contains("The 1st prime is 2."))
      #expect(outcome.errors.hasPrefix("recorded 7 steps"))
    }

    @Test("A terminal that goes away ends the session, with the log completed")
    func hangup() async throws {
      let terminal = try PseudoTerminal()
      terminal.watch()
      let child = try Child(["record", "s.reprise"], in: folder)
      let output = Pipe()
      try child.start(standardInput: terminal.terminal, standardOutput: output)
      // The screen, behind which the program waits for a line.
      _ = output.fileHandleForReading.availableData
      terminal.close()
      #expect(try await child.outcome().code == 128 + SIGHUP)
      #expect(try await Program.run(["replay", "s.reprise"], in: folder).code == 0)
    }

    @Test("A wrong line is told with what would be right, and the session goes on")
    func wrongLine() async throws {
      let outcome = try await type(["counter.incTapped", "wait", "counter.incrTapped"])
      #expect(outcome.code == 0)
      let lines = outcome.errors.split(separator: "\n")
      #expect(
        lines.first
          == "there is no action 'counter.incTapped'; did you mean 'counter.incrTapped'?")
      #expect(lines.dropFirst().first?.hasPrefix("'wait' takes a time") == true)
      #expect(lines.last?.hasPrefix("recorded 5 steps") == true)
    }
  }
#endif
