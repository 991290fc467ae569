import Foundation
import TestSupport
import Testing

/// Tests of apps that crash while they are recorded.
@Suite("Recordings of crashes", .timeLimit(.minutes(30)))
struct CrashRecordingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func child(_ arguments: [String], _ environment: [String: String] = [:]) throws -> Child {
    let child = try Child(arguments, of: "FaultyApp", in: folder)
    // Disables the runtime's crash report. The shell reports the crash.
    child.process.environment?["SWIFT_BACKTRACE"] = "enable=no"
    child.process.environment?.merge(environment) { $1 }
    return child
  }

  private func faulty(
    _ arguments: String..., input: String = "", environment: [String: String] = [:]
  ) async throws -> Program.Outcome {
    let child = try child(arguments, environment)
    try child.start(input: input)
    return try await child.outcome()
  }

  /// Returns a script of nine steps, followed by an action that ends the app.
  private func session(endingIn action: String) -> String {
    String(repeating: "dig\n", count: 9) + action + "\n"
  }

  /// Checks that recovery names the action, and that the recovered log crashes as recorded until
  /// the bug is fixed.
  private func verify(_ action: String) async throws {
    let info = try await faulty("info", "s.reprise.partial")
    #expect(info.code == 4)
    let recovered = try await faulty("recover", "s.reprise.partial", "-o", "r.reprise")
    #expect(recovered.code == 0)
    #expect(recovered.output.hasPrefix("recovered 10 steps in r.reprise"))
    #expect(recovered.errors.contains("the app ended while it was reducing step 10: \(action)\n"))
    let replayed = try await faulty("replay", "r.reprise", "--timeout", "1")
    #expect(replayed.code == 5)
    #expect(
      replayed.outputLines.first == "r.reprise: crashes as recorded at step 10 of 10: \(action)")
    let mended = try await faulty("replay", "r.reprise", environment: ["FAULTY_FIXED": "1"])
    #expect(mended.code == 0)
    #expect(
      mended.outputLines == [
        "r.reprise: match, 9 steps verified",
        "  the app ended in step 10 when it was recorded, and not now: the crash is gone",
      ])
  }

  @Test("A session from a pipe is recovered after a trap in the tenth action")
  func pipe() async throws {
    let outcome = try await faulty("record", "s.reprise", input: session(endingIn: "giveUp"))
    #expect(outcome.code != 0)
    try await verify("giveUp")
  }

  @Test(
    "A crash and the next recording name the unfinished file and the command that recovers it",
    arguments: ["giveUp", "overflow", "abort", "recurse", "leave"])
  func command(action: String) async throws {
    let outcome = try await faulty("record", "my s.reprise", input: session(endingIn: action))
    #expect(outcome.code != 0)
    let command = "reprise recover 'my s.reprise.partial' -o 'my s.reprise'"
    #expect(outcome.errors.contains("'my s.reprise.partial' is unfinished. `\(command)` keeps"))
    let next = try await faulty("run", "--record", "my s.reprise", input: "dig\n")
    #expect(next.code == 2)
    #expect(next.errors.contains("`\(command)` keeps its steps."))
    let recovered = try await Program.run(
      tool: "/bin/sh",
      ["-c", "exec \"$0\" \(command.dropFirst("reprise ".count))", try Program.path()],
      in: folder)
    #expect(recovered.code == 0, "\(recovered.errors)")
    #expect(recovered.output.hasPrefix("recovered 10 steps"))
  }

  #if os(Linux)
    @Test("A full-screen session is recovered after a trap in the tenth action")
    func screen() async throws {
      let terminal = try PseudoTerminal()
      terminal.watch()
      let child = try child(["record", "s.reprise"], ["TERM": "xterm-256color"])
      try child.start(standardInput: terminal.terminal, standardOutput: terminal.terminal)
      await terminal.wait(for: "key")
      terminal.type(String(repeating: ":dig\r", count: 9) + ":giveUp\r")
      #expect(try await child.outcome().code != 0)
      terminal.close()
      try await verify("giveUp")
    }
  #endif

  @Test("A session is recovered after a kill in the middle of a slow reducer")
  func kill() async throws {
    let signal = try SignalPipe(at: folder.file("signal"))
    let child = try child(["record", "s.reprise"], ["FAULTY_SIGNAL": signal.path])
    try child.start(input: session(endingIn: "block"))
    await signal.wait()
    Foundation.kill(child.process.processIdentifier, SIGKILL)
    #expect(try await child.outcome().code == -SIGKILL)
    try await verify("block")
  }

  @Test(
    "No file contains a secret after a crash in the middle of a step",
    arguments: [
      ["typeAndTrap(\"Swordfish-99\")"], ["trapAndType(\"Swordfish-99\")"],
      ["type(\"Swordfish-99\")", "quoteAndTrap"],
      ["type(\"Swordfish-99\")", "trapAndType(\"Swordfish-99\")"],
    ])
  func secret(actions: [String]) async throws {
    let vault = ["FAULTY_APP": "vault"]
    // The input is a pipe: the session's folder must not have a script with the secret.
    let input = Pipe()
    let child = try child(["record", "s.reprise", "--quiet"], vault)
    try child.start(standardInput: input.fileHandleForReading)
    try input.fileHandleForWriting.write(
      contentsOf: Data((actions.joined(separator: "\n") + "\n").utf8))
    try input.fileHandleForWriting.close()
    #expect(try await child.outcome().code != 0)
    let recovered = try await faulty(
      "recover", "s.reprise.partial", "-o", "r.reprise", environment: vault)
    #expect(recovered.code == 0)
    #expect(recovered.output.hasPrefix("recovered \(actions.count) step"))
    let replayed = try await faulty(
      "replay", "r.reprise", "--junit", "r.xml", environment: vault)
    #expect(replayed.code == 5)
    let unpacked = try await Program.run(
      tool: "gzip", ["-dcf", "s.reprise.partial", "r.reprise"], in: folder)
    #expect(unpacked.output.contains("FaultyVault"))
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    #expect(files.contains("s.reprise.partial.journal"))
    for file in files {
      let bytes = try? Data(contentsOf: URL(fileURLWithPath: folder.file(file)))
      #expect(bytes?.firstRange(of: Data("Swordfish".utf8)) == nil, "\(file)")
    }
  }

  #if os(Linux)
    @Test(
      "For an app with secrets, the runtime's crash report shows no registers",
      .disabled(if: isSanitized, "the runtime reports no crashes under a sanitizer"))
    func report() async throws {
      let child = try child(
        ["record", "s.reprise"],
        ["FAULTY_APP": "vault", "SWIFT_BACKTRACE": "symbolicate=off,images=none"])
      try child.start(input: "typeAndTrap(\"Swordfish-99\")\n")
      let outcome = try await child.outcome()
      #expect(outcome.code != 0)
      #expect(outcome.errors.contains("Program crashed"))
      #expect(!outcome.errors.contains("Registers"))
    }
  #endif

  @Test(
    "A file at the path of the journal is rejected, and unchanged",
    arguments: ["folder", "fifo", "link", "dangling link"])
  func plantedJournal(kind: String) async throws {
    let journal = folder.file("s.reprise.partial.journal")
    let precious = try folder.write("precious", as: "precious")
    let result =
      switch kind {
      case "folder": mkdir(journal, 0o700)
      case "fifo": mkfifo(journal, 0o600)
      case "link": symlink(precious, journal)
      default: symlink(precious + ".none", journal)
      }
    try #require(result == 0)
    for options in [[], ["--force"]] {
      let child = try child(["record", "s.reprise"] + options)
      try child.start(input: "dig\n")
      let outcome = try await child.outcome()
      #expect(outcome.code == 2)
      #expect(outcome.errors.contains("s.reprise.partial.journal"))
    }
    #expect(try folder.text("precious") == "precious")
    #expect(!FileManager.default.fileExists(atPath: precious + ".none"))
    #expect(!FileManager.default.fileExists(atPath: folder.file("s.reprise.partial")))
    var status = stat()
    try #require(lstat(journal, &status) == 0)
    #expect(status.st_mode & S_IFMT != S_IFREG)
  }
}
