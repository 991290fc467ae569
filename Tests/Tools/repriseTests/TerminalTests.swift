import Foundation
import TestSupport
import Testing

// Systems open pseudo-terminals in different ways. The shell doesn't depend on the system.
#if os(Linux)
  @Suite("The program at a terminal", .timeLimit(.minutes(30)))
  struct TerminalTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Runs a session with lines typed at a terminal. The last key ends the input.
    private func type(
      _ lines: [String], _ arguments: [String] = []
    ) async throws -> Program.Outcome {
      let terminal = try PseudoTerminal()
      terminal.watch()
      let child = try Child(["record", "s.reprise"] + arguments, in: folder)
      try child.start(standardInput: terminal.terminal)
      terminal.type(lines.joined(separator: "\n") + "\n\u{4}")
      let outcome = try await child.outcome()
      terminal.close()
      return outcome
    }

    @Test(
      "A prompt shows the changes of each step, and the screen at the start and on request")
    func changes() async throws {
      let outcome = try await type(["counter.incrTapped", "screen"])
      #expect(outcome.code == 0)
      let screens = outcome.output.components(separatedBy: "Reprise\n=======\n")
      #expect(screens.count == 3)
      #expect(screens[1].contains("\n0\n[-] [+]"))
      #expect(
        screens[1].contains(
          """
          > \u{20}   4 · counter.incrTapped
                  counter.count: 0 → 1
                  history.past: 0 → 1

          """))
      #expect(screens[2].contains("\n1\n[-] [+]"))
    }

    @Test("With '--print screen' the screen is shown at the start and after each step")
    func screens() async throws {
      let outcome = try await type(["counter.incrTapped"], ["--print", "screen"])
      #expect(outcome.code == 0)
      let screens = outcome.output.components(separatedBy: "Reprise\n=======\n")
      // The screen is shown at the start, three times while saved data is loaded, after the tap,
      // and when the app ends.
      #expect(screens.count == 7)
      #expect(screens[4].hasSuffix("> "))
      #expect(screens[5].contains("\n1\n[-] [+]"))
    }

    @Test("The changes of an effect's action are shown")
    func effects() async throws {
      let outcome = try await type([
        "counter.incrTapped", "counter.nthPrimeButtonTapped", "wait effects",
      ])
      // Typed text is not in the output, so a prompt may precede the step.
      #expect(outcome.output.contains("    6 ←5 counter.nthPrimeResponse(2)\n        counter."))
      #expect(outcome.errors.hasPrefix("recorded 7 steps"))
    }

    @Test("Closing the terminal ends the session and completes the log")
    func hangup() async throws {
      let terminal = try PseudoTerminal()
      terminal.watch()
      let child = try Child(["record", "s.reprise"], in: folder)
      let output = Pipe()
      try child.start(standardInput: terminal.terminal, standardOutput: output)
      // After the screen, the program waits for a line.
      _ = output.fileHandleForReading.availableData
      terminal.close()
      #expect(try await child.outcome().code == 128 + SIGHUP)
      #expect(try await Program.run(["replay", "s.reprise"], in: folder).code == 0)
    }

    @Test("An invalid line is reported with a correction, and the session continues")
    func wrongLine() async throws {
      let outcome = try await type(["counter.incTapped", "wait", "counter.incrTapped"])
      #expect(outcome.code == 0)
      let lines = outcome.errors.split(separator: "\n")
      #expect(
        lines.first
          == "there is no action 'counter.incTapped'; did you mean 'counter.incrTapped'?")
      #expect(lines.dropFirst().first?.hasPrefix("invalid operand") == true)
      #expect(lines.last?.hasPrefix("recorded 5 steps") == true)
    }
  }
#endif
