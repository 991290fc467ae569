import AppShell
import Foundation
import TestSupport
import Testing

@MainActor
@Suite("Exporting and importing logs")
struct ExchangeVerbTests {
  private let folder: TemporaryFolder
  private let log: String
  private let lines: String
  private let copy: String

  init() async throws {
    folder = try TemporaryFolder()
    log = folder.file("s.reprise")
    lines = folder.file("s.jsonl")
    copy = folder.file("copy.reprise")
    let script = try folder.write("add(1)\nadd(2)\nnote(\"x\")\n", as: "script.txt")
    #expect(await tally("record", log, "--script", script).code == 0)
  }

  @Test("A log can be exported and imported, and both verbs report what they wrote")
  func roundTrip() async throws {
    let export = await tally("export", log, "-o", lines)
    let size = try bytes(of: lines).count
    #expect(export.output == "exported 3 steps to \(lines) (\(size) bytes)\n" && export.code == 0)
    let made = await tally("import", lines, "-o", copy)
    let copySize = try bytes(of: copy).count
    #expect(made.output == "imported 3 steps to \(copy) (\(copySize) bytes)\n" && made.code == 0)
    #expect(await tally("export", copy).output == (try folder.text("s.jsonl")))
    #expect(await tally("export", copy, "-o", "-").output == (try folder.text("s.jsonl")))
    #expect(await tally("replay", copy).code == 0)
    let json = await tally("export", log, "-o", lines, "--force", "--json")
    #expect(json.output == #"{"bytes":\#(size),"path":"\#(lines)","steps":3}"# + "\n")
    let other = await tally("import", lines, "-o", copy, "--force", "--json")
    #expect(other.output == #"{"bytes":\#(copySize),"path":"\#(copy)","steps":3}"# + "\n")
  }

  @Test("A log in a tar is exported like the log itself")
  func archive() async throws {
    let tar = folder.file("corpus.tar")
    #expect(await tally("pack", log, "-o", tar).code == 0)
    let packed = await tally("export", "\(tar)/s.reprise")
    let own = await tally("export", log)
    #expect(packed.code == 0 && packed.output == own.output)
  }

  @Test("An existing file is replaced only with --force")
  func existing() async throws {
    try Data("kept".utf8).write(to: URL(fileURLWithPath: lines))
    let export = await tally("export", log, "-o", lines)
    #expect(export.code == 2 && export.errors.contains("replace it with --force"))
    #expect(try folder.text("s.jsonl") == "kept")
    #expect(await tally("export", log, "-o", lines, "--force").code == 0)
    let before = try bytes(of: log)
    let made = await tally("import", lines, "-o", log)
    #expect(made.code == 2 && made.errors.contains("--force"))
    #expect(try bytes(of: log) == before)
    #expect(await tally("import", lines, "-o", log, "--force").code == 0)
    #expect(await tally("replay", log).code == 0)
  }

  @Test("Exporting a damaged log reports the damage and leaves no file")
  func damaged() async throws {
    var content = try bytes(of: log)
    content.removeLast(40)
    try write(content, to: log)
    let before = folder.files
    let export = await tally("export", log, "-o", lines)
    #expect(export.code == 4 && export.output.isEmpty && export.errors.contains("s.reprise"))
    #expect(folder.files == before)
    let printed = await tally("export", log)
    #expect(printed.code == 4 && printed.output.hasPrefix(#"{"kind":"header""#))
  }

  @Test("import rejects unreadable and malformed input with the exit code for each")
  func refusals() async throws {
    func refused(_ words: String..., code: Int32, says text: String) async throws {
      let before = folder.files
      let outcome = await tally(words)
      #expect(outcome.code == code && outcome.output.isEmpty, "\(words): \(outcome)")
      #expect(outcome.errors.contains(text), "\(outcome.errors)")
      #expect(folder.files == before)
    }
    try await refused("export", folder.file("none.reprise"), code: 2, says: "none.reprise")
    try await refused("export", log, "--json", code: 2, says: "'--json' needs '-o FILE'")
    try await refused(
      "export", log, "-o", folder.file("none/x"), code: 70, says: "cannot write")
    try await refused("import", folder.file("none"), "-o", copy, code: 2, says: "cannot read")
    try await refused("import", folder.path, "-o", copy, code: 2, says: "cannot read")
    try await refused("import", lines, code: 2, says: "-o")
    try await refused("import", lines, "-o", "-", code: 2, says: "the path of a file")
    try await refused("import", log, "-o", copy, code: 4, says: "line 1 is not JSON")
    let empty = try folder.write("", as: "empty.jsonl")
    try await refused("import", empty, "-o", copy, code: 4, says: "the input has no lines")
    let newer = try folder.write(
      (await tally("export", log)).output.replacing(#""version":1,"#, with: #""version":9,"#),
      as: "newer.jsonl")
    try await refused("import", newer, "-o", copy, code: 3, says: "a newer one")
    let cut = try folder.write(
      String((await tally("export", log)).output.dropLast(9)), as: "cut.jsonl")
    try await refused("import", cut, "-o", copy, code: 4, says: "line 5 is not JSON")
  }
}
