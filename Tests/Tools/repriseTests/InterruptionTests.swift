import Foundation
import TestSupport
import Testing

@Suite("Interruptions", .timeLimit(.minutes(30)))
struct InterruptionTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Starts a recording that pauses for a minute after its first step, and waits for the pause.
  private func startRecording(_ options: [String] = []) async throws -> Child {
    let child = try Child(["record", "s.reprise"] + options, in: folder)
    let pipe = Pipe()
    try child.start(input: "counter.incrTapped\nwait 60s\n", standardOutput: pipe)
    // The program pauses after the line of the step.
    let line = pipe.fileHandleForReading.availableData
    #expect(String(decoding: line, as: UTF8.self).contains("counter.incrTapped"))
    return child
  }

  @Test("A killed recording has complete steps, which replay counts and recover keeps")
  func kill() async throws {
    let child = try await startRecording()
    Foundation.kill(child.process.processIdentifier, SIGKILL)
    #expect(try await child.outcome().code == -SIGKILL)

    #expect(!FileManager.default.fileExists(atPath: folder.file("s.reprise")))
    let replayed = try await Program.run(["replay", "s.reprise.partial"], in: folder)
    #expect(replayed.code == 4)
    #expect(replayed.output.contains("it has 1 step, all whole"))
    #expect(replayed.output.contains("1 whole step replayed as recorded"))

    let recovered = try await Program.run(
      ["recover", "s.reprise.partial", "-o", "whole.reprise"], in: folder)
    #expect(recovered.code == 0)
    let whole = try await Program.run(["replay", "whole.reprise"], in: folder)
    #expect(whole.output == "whole.reprise: match, 1 step verified\n")
  }

  @Test("A replay that follows a recording ends when the recorder is killed")
  func tail() async throws {
    let child = try await startRecording(["--durability", "step"])
    let tail = try Child(["replay", "--tail", "s.reprise"], in: folder)
    try tail.start(input: "")
    Foundation.kill(child.process.processIdentifier, SIGKILL)
    #expect(try await child.outcome().code == -SIGKILL)
    let outcome = try await tail.outcome()
    #expect(outcome.code == 4)
    #expect(outcome.output.contains("1 whole step replayed as recorded"))
  }

  @Test("A termination signal completes the log", arguments: [SIGINT, SIGTERM, SIGHUP])
  func signals(number: Int32) async throws {
    let child = try await startRecording()
    Foundation.kill(child.process.processIdentifier, number)
    let outcome = try await child.outcome()
    #expect(outcome.code == 128 + number)
    #expect(outcome.errors.hasPrefix("recorded 1 step in s.reprise"))
    #expect(try await Program.run(["replay", "s.reprise"], in: folder).code == 0)
  }

  @Test(
    "Simultaneous signals are a single request, and do not force an immediate end",
    arguments: [
      [SIGHUP, SIGTERM], [SIGTERM, SIGHUP], [SIGTERM, SIGTERM], [SIGINT, SIGTERM, SIGHUP],
    ])
  func signalsTogether(numbers: [Int32]) async throws {
    let child = try await startRecording()
    for number in numbers { Foundation.kill(child.process.processIdentifier, number) }
    let outcome = try await child.outcome()
    #expect(numbers.map { 128 + $0 }.contains(outcome.code))
    #expect(outcome.errors.hasPrefix("recorded 1 step in s.reprise"))
    #expect(try await Program.run(["replay", "s.reprise"], in: folder).code == 0)
  }

  @Test("A signal ignored when the program started stays ignored", arguments: ["INT", "HUP"])
  func ignoredSignal(name: String) async throws {
    let child = try Child(
      ["-c", "trap '' \(name); exec \"$0\" record s.reprise", try Program.path()], in: folder)
    child.process.executableURL = URL(fileURLWithPath: "/bin/sh")
    let (input, output) = (Pipe(), Pipe())
    try child.start(standardInput: input.fileHandleForReading, standardOutput: output)
    for _ in 0..<2 {
      try input.fileHandleForWriting.write(contentsOf: Data("counter.incrTapped\n".utf8))
      let line = output.fileHandleForReading.availableData
      #expect(String(decoding: line, as: UTF8.self).contains("counter.incrTapped"))
      Foundation.kill(child.process.processIdentifier, name == "INT" ? SIGINT : SIGHUP)
    }
    try input.fileHandleForWriting.close()
    let outcome = try await child.outcome()
    #expect(outcome.code == 0)
    #expect(outcome.errors.hasPrefix("recorded 2 steps"))
  }

  @Test("Closing the output ends the program silently and completes the log")
  func closedPipe() async throws {
    let child = try Child(["record", "s.reprise"], in: folder)
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    try child.start(
      input: String(repeating: "counter.incrTapped\n", count: 100), standardOutput: pipe)
    let outcome = try await child.outcome()
    #expect(outcome.code == 0)
    #expect(outcome.errors == "recorded 1 step in s.reprise (\(try size("s.reprise")) bytes)\n")

    let show = try Child(["show", "s.reprise"], in: folder)
    let closed = Pipe()
    try closed.fileHandleForReading.close()
    try show.start(input: "", standardOutput: closed)
    let shown = try await show.outcome()
    #expect(shown.code == 0)
    #expect(shown.errors.isEmpty)
  }

  private func size(_ name: String) throws -> Int {
    try Data(contentsOf: URL(fileURLWithPath: folder.file(name))).count
  }
}
