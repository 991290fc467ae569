import Foundation
import TestSupport
import Testing

#if os(Linux)
  // Programs that end by themselves. The terminal must be restored each time.
  extension FullScreenTests {
    @Test("A crash restores the terminal", arguments: [SIGSEGV, SIGABRT, SIGTRAP, SIGBUS])
    func crashes(number: Int32) async throws {
      try await expectRestoredTerminal(afterSignal: number)
    }

    @Test("An app that exits restores the terminal")
    func exit() async throws {
      try await expectRestoredTerminal(after: "leave", code: 3)
    }

    @Test(
      "A stack overflow restores the terminal",
      .disabled(if: isSanitized, "a sanitizer has its own use for the end of a stack"))
    func stackOverflow() async throws {
      try await expectRestoredTerminal(after: "recurse", code: -SIGSEGV)
    }

    private func expectRestoredTerminal(afterSignal number: Int32) async throws {
      let before = terminal.settings
      let child = try await startOnScreen()
      kill(child.process.processIdentifier, number)
      #expect(try await child.outcome().code == -number)
      #expect(terminal.settings == before)
      await terminal.wait(for: "\u{1B}[?1049l")
    }

    private func expectRestoredTerminal(after action: String, code: Int32) async throws {
      let before = terminal.settings
      let child = try await startOnScreen(["--force"], of: "FaultyApp")
      terminal.type(":\(action)\r")
      #expect(try await child.outcome().code == code)
      #expect(terminal.settings == before)
      await terminal.wait(for: "\u{1B}[?1049l")
    }

    @Test("An unhandled signal restores the terminal", arguments: [SIGUSR1, SIGALRM])
    func otherSignals(number: Int32) async throws {
      try await expectRestoredTerminal(afterSignal: number)
    }

    @Test("A timer that expires ends the app and restores the terminal")
    func timer() async throws {
      let before = terminal.settings
      let child = try await startOnScreen(of: "FaultyApp")
      terminal.type(":alarm\r")
      #expect(try await child.outcome().code == -SIGALRM)
      #expect(terminal.settings == before)
      await terminal.wait(for: "\u{1B}[?1049l")
    }

    @Test("Ctrl-\\ ends the app and restores the terminal")
    func quitKey() async throws {
      // The terminal sends the signal to the foreground of its session, including the shell.
      let script = "trap : QUIT; \"$0\" record s.reprise; echo ended $?"
      let child = try Child(
        ["-wc", "sh", "-c", script, try Program.path()], of: "/usr/bin/setsid", in: folder)
      child.process.environment?["TERM"] = "xterm-256color"
      child.process.environment?["SWIFT_BACKTRACE"] = "enable=no"
      terminal.watch()
      let before = terminal.settings
      try child.start(standardInput: terminal.terminal, standardOutput: terminal.terminal)
      await terminal.wait(for: "key")
      terminal.type("\u{1C}")
      await terminal.wait(for: "\u{1B}[?1049l")
      await terminal.wait(for: "ended \(128 + SIGQUIT)")
      _ = try await child.outcome()
      #expect(terminal.settings == before)
    }
  }
#endif
