import Foundation
import SessionLog
import SessionModel
import SessionReplay
import TestSupport
import Testing

@Suite(
  "Logs that were decompressed, compressed again or padded on their way", .timeLimit(.minutes(30)))
struct RepackedLogTests {
  private static let sessions = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Sessions").standardized
  /// The ways to change a log, as shell commands from standard input to standard output.
  private static let ways = [
    "gzip -dc", "gzip -dc | gzip", "gzip -dc | gzip -1n",
    "gzip -dc | (cat; true) | gzip | (cat; head -c 9 /dev/zero)",
    "(cat; head -c 1 /dev/zero)", "(cat; head -c 9 /dev/zero)", "(cat; head -c 10240 /dev/zero)",
    "(cat; head -c 2000000 /dev/zero)",
  ]

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func change(_ log: String, by way: String) async throws -> String {
    let outcome = try await Program.run(
      tool: "/bin/sh", ["-c", "(\(way)) < \"$0\" > changed.reprise", log], in: folder)
    #expect(outcome.code == 0, "\(outcome.errors)")
    return folder.file("changed.reprise")
  }

  @Test("Every golden session is recovered with the same bytes as the original", arguments: ways)
  func recovered(way: String) async throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.sessions.path)
      .filter { $0.hasSuffix(".reprise") }
    #expect(names.count > 10)
    for name in names {
      let log = Self.sessions.appendingPathComponent(name).path
      let changed = try await change(log, by: way)
      let (one, other) = (folder.file("one.reprise"), folder.file("other.reprise"))
      let expected = try recoverLog(
        from: log, to: one, overwrite: true, readerOptions: .session, operations: .unsynced)
      let found = try recoverLog(
        from: changed, to: other, overwrite: true, readerOptions: .session, operations: .unsynced)
      #expect(found.log.steps == expected.log.steps, "\(name)")
      #expect(found.lostSteps == 0, "\(name)")
      #expect(try bytes(of: one) == bytes(of: other), "\(name)")
    }
  }

  @Test(
    "All steps are replayed, and a message says how the log was changed",
    arguments: [
      ("gzip -dc", "the log was decompressed on its way"),
      ("gzip -dc | gzip", "the log was decompressed and compressed again on its way"),
    ])
  func replayed(way: String, text: String) async throws {
    let log = Self.sessions.appendingPathComponent("tour.reprise").path
    _ = try await change(log, by: way)
    let replayed = try await Program.run(["replay", "changed.reprise"], in: folder)
    #expect(replayed.code == 4)
    #expect(replayed.output.contains("changed.reprise: damaged: \(text); it has "))
    #expect(replayed.output.contains("whole steps replayed as recorded"))
    let shown = try await Program.run(["show", "changed.reprise"], in: folder)
    #expect(shown.output == (try await Program.run(["show", log], in: folder)).output)
    let recovered = try await Program.run(
      ["recover", "changed.reprise", "-o", "whole.reprise"], in: folder)
    #expect(recovered.code == 0)
    #expect(recovered.errors.contains("'changed.reprise': \(text); it has "))
    #expect(try await Program.run(["replay", "whole.reprise"], in: folder).code == 0)
  }

  @Test("A padded log counts as intact")
  func padded() async throws {
    let log = Self.sessions.appendingPathComponent("tour.reprise").path
    _ = try await change(log, by: "(cat; head -c 512 /dev/zero)")
    let replayed = try await Program.run(["replay", "changed.reprise"], in: folder)
    #expect(replayed.code == 0)
    #expect(try await Program.run(["info", "changed.reprise"], in: folder).code == 0)
    // Other bytes after the end are not padding.
    _ = try await change(log, by: "(cat; head -c 512 /dev/zero; echo)")
    #expect(try await Program.run(["replay", "changed.reprise"], in: folder).code == 4)
  }

  @Test("An unfinished log with zeros after its last block continues in its journal")
  func paddedPartial() async throws {
    let child = try Child(["record", "s.reprise", "--durability", "step"], in: folder)
    let pipe = Pipe()
    let input = Pipe()
    try child.start(standardInput: input.fileHandleForReading, standardOutput: pipe)
    try input.fileHandleForWriting.write(contentsOf: Data("counter.incrTapped\n".utf8))
    _ = pipe.fileHandleForReading.availableData
    kill(child.process.processIdentifier, SIGKILL)
    _ = try await child.outcome()
    let partial = folder.file("s.reprise.partial")
    try write(bytes(of: partial) + [UInt8](repeating: 0, count: 4_096), to: partial)
    let reader = try LogReader(path: partial, options: .session)
    #expect(reader.damage?.cause == .unfinished)
    #expect(reader.stepCount == 1)
  }

  @Test("A decompressed log that was cut or changed is rejected")
  func damaged() async throws {
    let log = Self.sessions.appendingPathComponent("tour.reprise").path
    for way in [
      "gzip -dc | head -c 3000", "gzip -dc | gzip | head -c 3000", "gzip -dc | head -c -1",
    ] {
      let changed = try await change(log, by: way)
      #expect(throws: LogReaderError.self) { try LogReader(path: changed, options: .session) }
    }
  }
  @Test("A log with damaged first bytes does not count as compressed again")
  func damagedBeginning() async throws {
    let log = try bytes(of: Self.sessions.appendingPathComponent("tour.reprise").path)
    for position in 0..<20 {
      var changed = log
      changed[position] ^= 1
      let path = folder.file("changed.reprise")
      try write(changed, to: path)
      #expect(throws: LogReaderError.self, "byte \(position)") {
        try LogReader(path: path, options: .session)
      }
    }
  }
}
