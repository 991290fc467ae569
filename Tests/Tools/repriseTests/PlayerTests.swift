import Foundation
import TestSupport
import Testing

#if os(Linux)
  @Suite("The player in a terminal", .timeLimit(.minutes(30)))
  struct PlayerTests {
    private static let sessions = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Sessions").path

    private let folder: TemporaryFolder
    private let terminal: PseudoTerminal

    init() throws {
      folder = try TemporaryFolder()
      terminal = try PseudoTerminal(columns: 100, rows: 24)
    }

    /// Plays a log and waits for the verdict of its replay.
    private func play(
      _ log: String, with program: String = "reprise", _ variables: [String: String] = [:],
      until text: String = "replay: match"
    ) async throws -> Child {
      let child = try Child(["play", log], of: program, in: folder)
      child.process.environment?["TERM"] = "xterm-256color"
      for (name, value) in variables { child.process.environment?[name] = value }
      terminal.watch()
      try child.start(standardInput: terminal.terminal, standardOutput: terminal.terminal)
      await terminal.wait(for: text)
      return child
    }

    @Test("Keys move through a log of this app, and quitting restores the terminal")
    func keys() async throws {
      let before = terminal.settings
      let child = try await play("\(Self.sessions)/tour.reprise")
      #expect(terminal.settings != before)
      // The screen writes only changes. `^L` makes it write everything.
      terminal.type("16gC\u{0C}")
      await terminal.wait(for: "sent by an effect of step 16")
      terminal.type("c\t\t\t\u{0C}")
      await terminal.wait(for: "Counter (tab 1 of 7)")
      terminal.type("/Milk\r\u{0C}")
      await terminal.wait(for: "Steps with 'Milk'")
      terminal.resize(columns: 40, rows: 10)
      kill(child.process.processIdentifier, SIGWINCH)
      terminal.type("\u{0C}")
      await terminal.wait(for: "1 Steps")
      terminal.type("q")
      let outcome = try await child.outcome()
      #expect(outcome.code == 0)
      #expect(outcome.errors.isEmpty)
      #expect(terminal.settings == before)
      await terminal.wait(for: "\u{1B}[?1049l")
    }

    @Test("play advances with the recorded timing up to the last step")
    func playing() async throws {
      let script = try folder.write(
        "counter.incrTapped\nwait 300ms\ncounter.incrTapped\n", as: "script.txt")
      _ = try await Program.run(["record", "s.reprise", "--script", script], in: folder)
      let child = try await play("s.reprise")
      terminal.type(" ")
      await terminal.wait(for: "▶")
      await terminal.wait(for: "∥")
      terminal.type(":q\r")
      #expect(try await child.outcome().code == 0)
    }

    @Test("The intact steps of a damaged log are played, and the exit code reports the damage")
    func damaged() async throws {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(Self.sessions)/tour.reprise"))
      try bytes.dropLast(8).write(to: URL(fileURLWithPath: folder.file("cut.reprise")))
      let child = try await play("cut.reprise", until: "damaged")
      terminal.type("q")
      let outcome = try await child.outcome()
      #expect(outcome.code == 4)
      #expect(outcome.errors.contains("damaged"))
    }

    @Test("A reducer that crashes after a divergence does not end the player")
    func crashBehindDivergence() async throws {
      let recorder = try Child(["record", "s.reprise"], of: "FaultyApp", in: folder)
      recorder.process.environment?["FAULTY_FIXED"] = "1"
      try recorder.start(input: "dig\ngiveUp\ndig\n")
      #expect(try await recorder.outcome().code == 0)
      let child = try await play(
        "s.reprise", with: "FaultyApp", ["FAULTY_TWICE": "1"], until: "state diverged at step 1")
      terminal.type("G")
      await terminal.wait(for: "works at depth 2")
      // Earlier steps still have their replayed states.
      terminal.type("g]\u{0C}")
      await terminal.wait(for: "≠ 2")
      terminal.type("q")
      #expect(try await child.outcome().code == 0)
    }

    @Test("A log is followed while it is written, and replayed once it is complete")
    func following() async throws {
      let input = Pipe()
      let recorder = try Child(["record", "s.reprise", "--durability", "step"], in: folder)
      let lines = Pipe()
      try recorder.start(standardInput: input.fileHandleForReading, standardOutput: lines)
      input.fileHandleForWriting.write(Data("counter.incrTapped\n".utf8))
      _ = try lines.fileHandleForReading.read(upToCount: 1)
      let child = try await play("s.reprise", until: "being written")
      input.fileHandleForWriting.write(Data("alerts.clearAll\n".utf8))
      await terminal.wait(for: "alerts.clearAll")
      try input.fileHandleForWriting.close()
      await terminal.wait(for: "replay: match")
      terminal.type("q")
      #expect(try await child.outcome().code == 0)
      #expect(try await recorder.outcome().code == 0)
    }

    @Test("Termination signals restore the terminal", arguments: [SIGINT, SIGTERM, SIGHUP])
    func signals(number: Int32) async throws {
      let before = terminal.settings
      let child = try await play("\(Self.sessions)/counter.reprise")
      kill(child.process.processIdentifier, number)
      #expect(try await child.outcome().code == 128 + number)
      #expect(terminal.settings == before)
    }

    @Test("A terminal that cannot show the player gets lines")
    func dumb() async throws {
      let child = try Child(
        ["play", "\(Self.sessions)/counter.reprise", "--speed", "1000"], in: folder)
      child.process.environment?["TERM"] = "dumb"
      terminal.watch()
      try child.start(standardInput: terminal.terminal, standardOutput: terminal.terminal)
      await terminal.wait(for: "1 · counter.")
      #expect(try await child.outcome().code == 0)
    }
  }
#endif
