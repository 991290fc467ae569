import Foundation
import TestSupport
import Testing

@Suite("Recordings shortened by another program", .timeLimit(.minutes(30)))
struct ShortenedFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Records ten steps, and truncates a file to zero length after the fifth.
  private func record(shortening file: String) async throws -> Program.Outcome {
    let (input, output) = (Pipe(), Pipe())
    let child = try Child(["record", "s.reprise"], in: folder)
    try child.start(standardInput: input.fileHandleForReading, standardOutput: output)
    let lines = Data(String(repeating: "counter.incrTapped\n", count: 5).utf8)
    try input.fileHandleForWriting.write(contentsOf: lines)
    var printed = PipeLines(output)
    _ = try printed.next(containing: "counter.count: 4 → 5")
    #expect(truncate(folder.file(file), 0) == 0)
    try input.fileHandleForWriting.write(contentsOf: lines)
    try input.fileHandleForWriting.close()
    return try await child.outcome()
  }

  @Test("A shortened log is completed with the exit code of an incomplete recording")
  func log() async throws {
    let outcome = try await record(shortening: "s.reprise.partial")
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("another program shortened the file while it was written"))
    #expect(!outcome.errors.contains("without a recording"))
    let replay = try await Program.run(["replay", "s.reprise"], in: folder)
    #expect(replay.output == "s.reprise: match, 0 steps verified, 10 steps lost in 1 gap\n")
    #expect(replay.code == 0)
  }

  @Test("A shortened journal ends the recording, but not the app")
  func journal() async throws {
    let outcome = try await record(shortening: "s.reprise.partial.journal")
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("another program changed the journal"))
    #expect(outcome.errors.contains("0 steps of 6 steps are kept"))
  }
}
