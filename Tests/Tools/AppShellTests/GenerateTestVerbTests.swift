import AppShell
import Foundation
import TestSupport
import Testing

@MainActor
@Suite("Generated tests")
struct GenerateTestVerbTests {
  private let folder: TemporaryFolder
  private let log: String
  private let file: String

  init() async throws {
    folder = try TemporaryFolder()
    log = folder.file("s.reprise")
    file = folder.file("Two sums.swift")
    let script = try folder.write("add(1)\nadd(2)\nnote(\"x\")\n", as: "script.txt")
    #expect(await tally("record", log, "--script", script).code == 0)
  }

  private var text: String { (try? folder.text("Two sums.swift")) ?? "" }

  @Test("generate-test writes a test, and --json reports the file")
  func state() async throws {
    let outcome = await tally("generate-test", log, "-o", file)
    let size = text.utf8.count
    #expect(outcome.output == "wrote \(file): 3 steps, \(size) bytes\n" && outcome.code == 0)
    for part in [
      "@Suite(\"Two sums\")\nstruct TwoSumsSession {", "import AppShell\n",
      "@testable import AppShellTests\n", "store.send(.add(1)) { $0.count = 1 }\n",
      "store.send(.note(\"x\")) { $0.note = \"x\" }\n", "TallyApp.recordedDependencies",
    ] { #expect(text.contains(part), "\(part) is not in \(text)") }
    let json = await tally("generate-test", log, "-o", file, "--force", "--json")
    #expect(json.output == #"{"bytes":\#(size),"path":"\#(file)","steps":3}"# + "\n")
  }

  @Test("--to ends a test early, --screen asserts screens, and --script writes a script that runs")
  func options() async throws {
    let shorter = await tally("generate-test", log, "-o", file, "--to", "1")
    #expect(shorter.output.contains(": 1 step, "))
    #expect(text.contains(".add(1)") && !text.contains(".add(2)"))
    #expect(await tally("generate-test", log, "-o", file, "--screen", "--force").code == 0)
    #expect(text.contains("store.expectScreen(\n      \"\"\"\n      count 3\n"))
    #expect(!text.contains("$0.count"))
    let script = folder.file("again.txt")
    #expect(await tally("generate-test", log, "-o", script, "--script").code == 0)
    let again = folder.file("again.reprise")
    #expect(await tally("record", again, "--script", script).code == 0)
    let (one, other) = (
      await tally("show", log, "--at", "3"), await tally("show", again, "--at", "3")
    )
    #expect(one.output == other.output && one.code == 0)
  }

  @Test("generate-test rejects unsuitable logs with the exit code for each and writes nothing")
  func refusals() async throws {
    func refused(_ words: String..., code: Int32, says text: String) async throws {
      let before = folder.files
      let outcome = await tally(["generate-test"] + words)
      #expect(outcome.code == code && outcome.output.isEmpty, "\(words): \(outcome)")
      #expect(outcome.errors.contains(text), "\(outcome.errors)")
      #expect(folder.files == before)
    }
    try await refused(folder.file("none.reprise"), "-o", file, code: 2, says: "none.reprise")
    try await refused(log, code: 2, says: "-o")
    try await refused(log, "-o", file, "--screen", "--script", code: 2, says: "'--script'")
    try await refused(log, "-o", folder.file("none/x.swift"), code: 70, says: "cannot write")
    try Data("kept".utf8).write(to: URL(fileURLWithPath: file))
    try await refused(log, "-o", file, code: 2, says: "replace it with --force")
    #expect(text == "kept")
    let other = folder.file("other.swift")
    let actions = folder.file("actions.reprise")
    let script = folder.file("script.txt")
    #expect(await tally("record", actions, "--script", script, "--level", "actions").code == 0)
    try await refused(actions, "-o", other, code: 2, says: "has level 'actions'")
    let cut = folder.file("cut.reprise")
    try write(Array(try bytes(of: log).dropLast(40)), to: cut)
    try await refused(cut, "-o", other, code: 4, says: "cut.reprise")
    let foreign = folder.file("foreign.reprise")
    let vault = await runShell(
      of: VaultApp.self,
      ["record", foreign, "--script", try folder.write("say(\"a\")\n", as: "v.txt")])
    #expect(vault.code == 0)
    try await refused(foreign, "-o", other, code: 3, says: "foreign.reprise")
  }
}
