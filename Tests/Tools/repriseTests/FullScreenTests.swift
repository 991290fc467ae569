import Foundation
import TestSupport
import Testing

#if os(Linux)
  @Suite("The program on the full screen", .timeLimit(.minutes(30)))
  struct FullScreenTests {
    let folder: TemporaryFolder
    let terminal: PseudoTerminal

    init() throws {
      folder = try TemporaryFolder()
      terminal = try PseudoTerminal()
    }

    /// Starts a recorded session, and waits until its first screen is shown.
    func start(
      of program: String = "reprise", kind: String = "xterm-256color", arguments: [String] = []
    ) async throws -> Child {
      let child = try Child(["record", "s.reprise"] + arguments, of: program, in: folder)
      child.process.environment?["TERM"] = kind
      // Prevents a crash report on the screen. The shell reports the crash.
      child.process.environment?["SWIFT_BACKTRACE"] = "enable=no"
      terminal.watch()
      try child.start(standardInput: terminal.terminal, standardOutput: terminal.terminal)
      return child
    }

    func startOnScreen(
      _ arguments: [String] = [], of program: String = "reprise"
    ) async throws -> Child {
      let child = try await start(of: program, arguments: arguments)
      await terminal.wait(for: "key")
      return child
    }

    /// Replays the log. Three of its steps start the app, and one ends it.
    func verify(steps: Int) async throws {
      let replay = try await Program.run(["replay", "s.reprise"], in: folder)
      #expect(replay.output == "s.reprise: match, \(steps) steps verified\n")
    }

    @Test("Keys cause steps, quitting restores the terminal, and the log matches")
    func keys() async throws {
      let before = terminal.settings
      let child = try await startOnScreen()
      #expect(terminal.settings != before)
      terminal.type("++")
      await terminal.wait(for: "2nd")
      terminal.type("3311-q")
      let outcome = try await child.outcome()
      #expect(outcome.code == 0)
      #expect(outcome.errors.hasPrefix("recorded 9 steps in s.reprise"))
      #expect(terminal.settings == before)
      await terminal.wait(for: "\u{1B}[?1049l")
      try await verify(steps: 9)
    }

    @Test("Going back starts a second log, and both logs match")
    func goingBack() async throws {
      let child = try await startOnScreen()
      terminal.type("++")
      await terminal.wait(for: "2nd")
      terminal.type("Lkrr")
      await terminal.wait(for: "s-2.reprise")
      terminal.type("++n")
      await terminal.wait(for: "[OK]")
      terminal.type(":wq\r")
      let outcome = try await child.outcome()
      #expect(outcome.code == 0)
      let lines = outcome.errors.split(separator: "\n")
      #expect(lines.first?.hasPrefix("recorded 5 steps in s.reprise") == true)
      #expect(lines.last?.hasPrefix("recorded 5 steps in s-2.reprise") == true)
      try await verify(steps: 5)
      let replay = try await Program.run(["replay", "s-2.reprise"], in: folder)
      #expect(replay.output == "s-2.reprise: match, 5 steps verified\n")
      let shown = try await Program.run(["show", "s-2.reprise", "--at", "2"], in: folder)
      #expect(shown.output.contains("count: 3"))
    }

    @Test("A command shows the keys, and ':w' explains that steps are recorded anyway")
    func habits() async throws {
      let child = try await startOnScreen()
      terminal.type(":help\r")
      await terminal.wait(for: "While you type")
      terminal.type(":w\r")
      await terminal.wait(for: "Each step is in")
      terminal.type(":q\r")
      #expect(try await child.outcome().code == 0)
      try await verify(steps: 4)
    }

    @Test("'effects off' starts no more effects, and 'wait' explains that only scripts wait")
    func scriptCommands() async throws {
      let child = try await startOnScreen()
      terminal.type(":wait effects\r")
      await terminal.wait(for: "only scripts wait")
      terminal.type(":effects off\r")
      await terminal.wait(for: "No more effects are started")
      terminal.type("+nq")
      #expect(try await child.outcome().code == 0)
      let shown = try await Program.run(["show", "s.reprise"], in: folder)
      #expect(shown.output.contains("nthPrime"))
      #expect(!shown.output.contains("nthPrimeResponse"))
    }

    @Test("A command selects a tab, and the log records the selection")
    func tabs() async throws {
      let child = try await startOnScreen()
      terminal.type(":tabSelected(.shoppingList)\rm22q")
      #expect(try await child.outcome().code == 0)
      let shown = try await Program.run(["show", "s.reprise", "--from", "4"], in: folder)
      let actions = shown.outputLines.map { $0.split(separator: " ").dropFirst(2).first }
      #expect(
        actions == [
          "tabSelected.shoppingList", "shoppingList.editTapped", "tabSelected.favoritePrimes",
          "quitting",
        ])
      try await verify(steps: 7)
    }

    @Test("An action that an effect sends is shown without a key press")
    func effects() async throws {
      let child = try await startOnScreen()
      terminal.type("+n")
      await terminal.wait(for: "[OK]")
      terminal.type("q")
      #expect(try await child.outcome().code == 0)
      try await verify(steps: 7)
    }

    @Test("An invalid command is reported, can be corrected, and is kept for the next session")
    func commands() async throws {
      let child = try await startOnScreen()
      terminal.type(":counter.inctapped\r")
      await terminal.wait(for: "there is no action 'counter.inctapped'")
      terminal.type("\u{15}counter.inc\t\r")
      await terminal.wait(for: "1st")
      terminal.type(":quit\r")
      #expect(try await child.outcome().code == 0)
      #expect(
        try folder.text("data/reprise/commands.txt")
          == "counter.inctapped\ncounter.incrTapped\nquit\n")
    }

    @Test("Existing rows are offered as completions of a command")
    func rows() async throws {
      let child = try await startOnScreen()
      terminal.type(":shoppingList.productsLoaded([])\r3aa:shoppingList.products[\t")
      await terminal.wait(for: "1 \"\"")
      terminal.type("1\ttoggleStatus\r:quit\r")
      #expect(try await child.outcome().code == 0)
      let shown = try await Program.run(["show", "s.reprise"], in: folder)
      #expect(shown.output.contains("].toggleStatus"))
    }

    @Test(
      "Termination signals restore the terminal and complete the log",
      arguments: [
        [SIGINT], [SIGTERM], [SIGHUP], [SIGHUP, SIGTERM], [SIGTERM, SIGHUP], [SIGHUP, SIGHUP],
      ])
    func signals(numbers: [Int32]) async throws {
      let before = terminal.settings
      let child = try await startOnScreen()
      terminal.type("+")
      await terminal.wait(for: "1st")
      for number in numbers { kill(child.process.processIdentifier, number) }
      let outcome = try await child.outcome()
      #expect(numbers.map { 128 + $0 }.contains(outcome.code))
      #expect(terminal.settings == before)
      await terminal.wait(for: "\u{1B}[?1049l")
      try await verify(steps: 5)
    }

    @Test("A shortened journal ends the recording, but not the app")
    func shortenedJournal() async throws {
      let before = terminal.settings
      let child = try await startOnScreen()
      #expect(truncate(folder.file("s.reprise.partial.journal"), 0) == 0)
      terminal.type("++")
      await terminal.wait(for: "2nd")
      terminal.type("q")
      let outcome = try await child.outcome()
      #expect(outcome.code == 1)
      #expect(outcome.errors.contains("another program changed the journal"))
      #expect(terminal.settings == before)
    }

    @Test("Invalid UTF-8 is dropped, and the input after it is kept")
    func invalidBytes() async throws {
      let child = try await startOnScreen()
      terminal.type(bytes: [0xFF, 0xC3] + Array("+++".utf8) + [0xE7, 0x89] + Array("+q".utf8))
      #expect(try await child.outcome().code == 0)
      try await verify(steps: 8)
    }

    @Test("All keys after a dropped paste are processed")
    func keysBehindPaste() async throws {
      let child = try await startOnScreen()
      let paste = "\u{1B}[200~\(String(repeating: "x", count: 100_000))\u{1B}[201~"
      terminal.type(paste + String(repeating: "+", count: 220) + "q")
      #expect(try await child.outcome().code == 0)
      try await verify(steps: 224)
    }

    @Test("A screen of one cell is painted, and so is the next screen")
    func smallest() async throws {
      let child = try await startOnScreen()
      terminal.resize(columns: 1, rows: 1)
      kill(child.process.processIdentifier, SIGWINCH)
      await terminal.wait(for: "…")
      // The input includes a click far outside the screen.
      terminal.type("+\u{1B}[<0;900;900M:quit")
      terminal.resize(columns: 80, rows: 24)
      kill(child.process.processIdentifier, SIGWINCH)
      await terminal.wait(for: "quit")
      terminal.type("\r")
      #expect(try await child.outcome().code == 0)
      try await verify(steps: 5)
    }

    @Test("^S is an ordinary key, and does not freeze the screen")
    func flowControl() async throws {
      let child = try await startOnScreen()
      terminal.type("\u{13}")
      await terminal.wait(for: "^S does nothing here")
      terminal.type("q")
      #expect(try await child.outcome().code == 0)
    }

    @Test(
      "A background job has no screen, is stopped, and completes its log when it is ended")
    func background() async throws {
      let shell = try Child(
        ["-c", "exec setsid -wc bash --norc --noprofile -i"], of: "/bin/sh", in: folder)
      shell.process.environment?["TERM"] = "xterm-256color"
      shell.process.environment?["PS1"] = "ready "
      terminal.watch()
      try shell.start(standardInput: terminal.terminal, standardOutput: terminal.terminal)
      terminal.type("set -b; exec 2>&1; \(try Program.path()) record s.reprise\r")
      await terminal.wait(for: "quit")
      terminal.type("\u{1A}")
      await terminal.wait(for: "Stopped")
      terminal.type("bg\r")
      await terminal.wait(for: "Stopped")
      terminal.type("fg\r")
      await terminal.wait(for: "quit")
      terminal.type("+")
      await terminal.wait(for: "1st")
      terminal.type("\u{1A}")
      await terminal.wait(for: "Stopped")
      await terminal.wait(for: "ready")
      let before = terminal.settings
      terminal.type("kill %1\r")
      await terminal.wait(for: "Exit 143")
      #expect(terminal.settings == before)
      terminal.type("exit\r")
      _ = try await shell.outcome()
      try await verify(steps: 5)
    }

    @Test("A new size is drawn at once, and a size that is too small is reported")
    func resizing() async throws {
      let child = try await startOnScreen()
      terminal.resize(columns: 20, rows: 5)
      kill(child.process.processIdentifier, SIGWINCH)
      await terminal.wait(for: "too small")
      terminal.resize(columns: 40, rows: 12)
      kill(child.process.processIdentifier, SIGWINCH)
      await terminal.wait(for: "key")
      terminal.type("q")
      #expect(try await child.outcome().code == 0)
    }

    @Test("A paste of two megabytes is dropped, bracketed or not", arguments: [true, false])
    func paste(isMarked: Bool) async throws {
      let child = try await startOnScreen()
      let text = String(repeating: "q+", count: 1_000_000)
      terminal.type(isMarked ? "\u{1B}[200~\(text)\u{1B}[201~" : text)
      await terminal.wait(for: "was left out")
      terminal.type("+")
      await terminal.wait(for: "1st")
      terminal.type("q")
      #expect(try await child.outcome().code == 0)
      try await verify(steps: 5)
    }

    @Test("Closing the terminal ends the session and completes the log")
    func hangup() async throws {
      let child = try await startOnScreen()
      terminal.type("+")
      await terminal.wait(for: "1st")
      terminal.close()
      let outcome = try await child.outcome()
      #expect([0, 129].contains(outcome.code))
      #expect(outcome.errors.hasPrefix("recorded 5 steps"))
      try await verify(steps: 5)
    }

    @Test(
      "A terminal that cannot show the screen gets lines, with a message",
      arguments: ["dumb", "nonesuch"])
    func dumbTerminal(kind: String) async throws {
      let child = try await start(kind: kind)
      await terminal.wait(for: "> ")
      terminal.type("counter.incrTapped\n")
      await terminal.wait(for: "> ")
      terminal.type("\u{4}")
      let outcome = try await child.outcome()
      #expect(outcome.code == 0)
      #expect(
        outcome.errors.hasPrefix(
          "reprise: no full screen: the terminal '\(kind)' does not support it."))
    }

    @Test("The screen reports that data cannot be written and keeps running")
    func readOnlyData() async throws {
      let file = try folder.write("no folder", as: "file")
      let child = try await startOnScreen(["--data-dir", "\(file)/data"])
      terminal.type(":counter.incrTapped\r")
      await terminal.wait(for: "are not kept")
      terminal.type("q")
      let outcome = try await child.outcome()
      #expect(outcome.code == 0)
      #expect(outcome.errors.contains("the commands you type are not kept"))
    }

    @Test("A terminal without colors gets no color sequences")
    func noColor() async throws {
      let child = try await startOnScreen(["--color", "never"])
      terminal.type("q")
      #expect(try await child.outcome().code == 0)
      await terminal.wait(for: "\u{1B}[?1049l")
      #expect(!terminal.written.contains("\u{1B}[36m"))
      #expect(!terminal.written.contains("[38;"))
    }
  }
#endif
