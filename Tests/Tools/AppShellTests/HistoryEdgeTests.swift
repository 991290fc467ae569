import AppShell
import Foundation
import SessionLog
import TestSupport
import Testing

@MainActor
@Suite("The history of damaged, recovered and partial logs")
struct HistoryEdgeTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func record(
    _ name: String, _ lines: [String], level: String = "steps"
  ) async throws -> String {
    let script = try folder.write(lines.joined(separator: "\n") + "\n", as: "script.txt")
    let path = folder.file(name)
    #expect(await tally("record", path, "--script", script, "--level", level).code == 0)
    return path
  }

  /// Records 120 steps in several blocks.
  private func long() async throws -> String {
    let text = String(repeating: "x", count: 4_000)
    return try await record("long.reprise", (1...120).map { "note(\"\($0) \(text)\")" })
  }

  private func damage(_ path: String, at offset: UInt64) throws {
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    bytes[Int(offset)] ^= 1
    try bytes.write(to: URL(fileURLWithPath: path))
  }

  @Test(
    "Lost steps are named where values changed, and changes aren't attributed to other steps")
  func gap() async throws {
    let path = try await long()
    let block = try LogReader(path: path, options: .session).blocks[2]
    try damage(path, at: block.offset + UInt64(block.memberLength) - 5)
    let whole = folder.file("whole.reprise")
    _ = await tally("recover", path, "-o", whole)
    let gap = try #require(try LogReader(path: whole, options: .session).gaps.first)

    let trace = await tally("trace", whole, "note")
    #expect(trace.code == 0)
    #expect(trace.output.contains("\nsteps \(gap.first) to \(gap.last) are lost, and with them:\n"))
    #expect(await tally("trace", whole, "count").output == "count: 0 at the beginning\n")
    let why = await tally("why", whole, "\(gap.first)")
    #expect(why.code == 2)
    #expect(why.errors.contains("step \(gap.first) was lost before"))
    #expect(await tally("blame", whole, "--at", "\(gap.first)").code == 2)
    let blame = await tally("blame", whole, "--at", "\(gap.last + 1)", "--json")
    #expect(blame.output.contains("\"path\":\"note\",\"step\":\(gap.last + 1)"))
    #expect(await tally("diff", whole, whole).code == 0)
    // Lost changes are not attributed to the step after the gap.
    let shown = await tally("show", whole, "--path", "count")
    #expect(shown.output == "\(gap.first) to \(gap.last): lost before the log was recovered\n")
  }

  @Test("The intact steps of a damaged log are shown, and the exit code is 4")
  func damaged() async throws {
    let path = try await record("s.reprise", ["add(1)", "add(2)"])
    let questions = [["trace", path, "count"], ["blame", path], ["why", path, "1"]]
    var whole: [String] = []
    for question in questions { whole.append(await tally(question).output) }
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    try data.dropLast(10).write(to: URL(fileURLWithPath: path))
    for (question, expected) in zip(questions, whole) {
      let outcome = await tally(question)
      #expect(outcome.code == 4)
      #expect(outcome.output == expected)
      #expect(outcome.errors.contains("recover"))
    }
    #expect(await tally("diff", path, path).code == 4)
  }

  @Test("A log that begins with a later step has answers from that step on, and no earlier state")
  func ring() async throws {
    let reader = try LogReader(path: try await long(), options: .session)
    var header = try #require(
      try JSONSerialization.jsonObject(with: Data(reader.header)) as? [String: Any])
    header["requires"] = ["laterStart"]
    let ring = folder.file("ring.reprise")
    try reader.rewrite(
      to: ring, header: Array(try JSONSerialization.data(withJSONObject: header)),
      options: LogWriterOptions(retention: .steps(20)))
    let options = LogReaderOptions(supportedFeatures: ["laterStart"])
    let first = try #require(try LogReader(path: ring, options: options).blocks.first)
    let start = first.firstStep - 1
    #expect(start > 1)

    let trace = await tally("trace", ring, "count")
    #expect(trace.output == "count: 0 after step \(start), where the log begins\n")
    for question in [["blame", ring, "--at", "0"], ["diff", ring, "--state", "0", "120"]] {
      let outcome = await tally(question)
      #expect(outcome.code == 2)
      #expect(outcome.errors.contains("has no step 0, only steps \(start + 1) to 120"))
    }
    let blame = await tally("blame", ring, "--at", "\(start)")
    #expect(blame.code == 0)
    #expect(blame.output.contains("initial │   note: "))
    #expect(await tally("why", ring, "\(start + 1)").code == 0)
    #expect(await tally("diff", ring, "--state", "\(start)", "\(start)").code == 0)
    #expect(await tally("show", ring, "--at", "\(start)").code == 0)
    for question in [
      ["show", ring, "--at", "0"], ["show", ring, "--at", "\(start - 1)"],
      ["show", ring, "--to", "\(start)"], ["play", ring, "--from", "1", "--to", "\(start)"],
    ] {
      let outcome = await tally(question)
      #expect(outcome.code == 2)
      #expect(outcome.output.isEmpty)
      #expect(
        outcome.errors.contains(
          "'\(ring)' begins with step \(start + 1); previous steps were not kept"))
    }
    for question in [["show", ring, "--at", "999"], ["play", ring, "--from", "999"]] {
      let outcome = await tally(question)
      #expect(outcome.code == 2)
      #expect(outcome.errors.contains("has steps \(start + 1) to 120; there is no step 999"))
    }
    let script = await tally("show", ring, "--script").output.split(separator: "\n")
    #expect(script[2] == "# steps 1 to \(start) were not kept: a run starts with a different state")
  }

  @Test("A log of level 'actions' has causes and actions, but no values")
  func actions() async throws {
    let level = "actions"
    let path = try await record("s.reprise", ["add(1)", "echo", "wait effects"], level: level)
    #expect(await tally("why", path, "3").output.contains(">     3 ←2 add(100)"))
    let other = try await record("t.reprise", ["add(1)"], level: level)
    let diff = await tally("diff", path, other)
    #expect(diff.code == 1)
    #expect(diff.output.contains("-     2 · echo"))
    let refused = [
      ["trace", path, "count"], ["blame", path], ["diff", path, "--state", "0", "1"],
      ["show", path, "--path", "count"], ["show", path, "--changes-only"],
    ]
    for question in refused {
      let outcome = await tally(question)
      #expect(outcome.code == 2, "\(question)")
      #expect(outcome.errors.contains("record the session with level 'steps'"))
    }
  }

  @Test("A log in a tar has the same answers as a log on disk")
  func tar() async throws {
    try FileManager.default.createDirectory(
      atPath: folder.file("logs"), withIntermediateDirectories: true)
    let path = try await record("logs/a.reprise", ["add(1)", "note(\"x\")"])
    let tar = folder.file("a.tar")
    #expect(await tally("pack", folder.file("logs"), "-o", tar).code == 0)
    let packed = "\(tar)/a.reprise"
    for question in [["trace", "count"], ["blame"], ["why", "2"], ["show", "--path", "note"]] {
      let own = await tally([question[0], path] + question.dropFirst())
      #expect(own.code == 0)
      #expect(await tally([question[0], packed] + question.dropFirst()).output == own.output)
    }
    #expect(await tally("diff", path, packed).code == 0)
  }
}
