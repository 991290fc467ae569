import AppShell
import Foundation
import SessionReplay
import Testing
import TestSupport

@MainActor
@Suite("The calls in the output of 'show' and 'info'")
struct ShowCallsTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("s.reprise")
    try CallLog.example().write(to: path)
  }

  private static let lines = [
    "    1 · load",
    "        ↳ PrimeClient.find(17) → 59, 12 ms",
    "    2 ←1 loaded(59)                         state: 0 → 59",
    "    3 · load",
    "        ↳ PrimeClient.save(\"a.txt\", 59) → error \"offline\", 2000 ms",
    "        ↳ PrimeClient.updates() → 2 elements, canceled, 1001 ms",
    "    4 · load",
    "        ↳ PrimeClient.find(18) → …",
  ]

  private func lines(_ arguments: String...) async -> [String] {
    let outcome = await tally(["show", path] + arguments)
    #expect(outcome.code == 0)
    return outcome.output.split(separator: "\n").map(String.init)
  }

  @Test("'--calls' prints calls below the step that returned their effect")
  func calls() async {
    #expect(await lines("--calls") == Self.lines)
    #expect(await tally("show", path, "--calls").errors.isEmpty)
  }

  @Test("'--verbose' prints calls with the elements of streams")
  func verbose() async {
    let lines = await lines("--verbose")
    #expect(
      lines.contains("        ↳ PrimeClient.updates() → 2 elements [2, 3], canceled, 1001 ms"))
  }

  @Test("Without '--calls', a note has the number of calls of the listed steps")
  func note() async {
    #expect(await lines() == Self.lines.filter { !$0.contains("↳") })
    #expect(
      await tally("show", path).errors.contains("4 calls of effects; --calls prints them\n"))
    #expect(
      await tally("show", path, "--to", "2").errors
        .contains("1 call of effects; --calls prints it\n"))
    #expect(await tally("show", path, "--from", "2", "--to", "2").errors.isEmpty)
  }

  @Test("'--grep' finds steps by the text of their calls")
  func grep() async {
    #expect(await lines("--grep", "offline") == ["    3 · load"])
    #expect(await lines("--grep", "elements [2, 3]", "--calls").count == 3)
  }

  @Test("'--json' has the calls of each step")
  func json() async throws {
    let output = await tally("show", path, "--json").output
    let object = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
    let steps = try #require(object?["steps"] as? [[String: Any]])
    let calls = steps.map { $0["calls"] as? [NSDictionary] }
    #expect(
      calls == [
        [
          [
            "effect": 1, "endpoint": "PrimeClient.find", "arguments": ["17"], "result": "59",
            "milliseconds": 12,
          ]
        ], [],
        [
          [
            "effect": 2, "endpoint": "PrimeClient.save", "arguments": ["\"a.txt\"", "59"],
            "error": "offline", "milliseconds": 2000,
          ],
          [
            "effect": 2, "endpoint": "PrimeClient.updates", "arguments": [] as [String],
            "elements": ["2", "3"], "canceled": true, "milliseconds": 1001,
          ],
        ],
        [
          [
            "effect": 3, "endpoint": "PrimeClient.find", "arguments": ["18"], "unfinished": true,
          ]
        ],
      ])
    #expect(await tally("show", path, "--json").errors.isEmpty)
  }

  @Test("The output for a log without calls has no calls")
  func noCalls() async throws {
    let script = try folder.write("add(1)\n", as: "script.txt")
    let log = folder.file("t.reprise")
    #expect(await tally("record", log, "--script", script, "--level", "steps").code == 0)
    let plain = await tally("show", log)
    #expect(plain.errors.isEmpty)
    #expect(await tally("show", log, "--calls").output == plain.output)
    #expect(await !tally("show", log, "--json").output.contains("calls"))
    #expect(await !tally("info", log).output.contains("calls"))
  }

  @Test(
    "'--calls' contradicts options that list no steps",
    arguments: [["--script"], ["--at", "1"]])
  func conflicts(options: [String]) async {
    #expect(await tally(["show", path, "--calls"] + options).code == 2)
  }

  @Test("A log with a damaged event shows all steps, then the damage")
  func damaged() async throws {
    var log = try CallLog.example()
    log.event(9, .finished)
    let path = folder.file("t.reprise")
    try log.write(to: path)
    let outcome = await tally("show", path, "--calls")
    #expect(outcome.code == 4)
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(lines == Self.lines)
    #expect(outcome.errors.contains("an event belongs to effect 9, which has not started"))
  }

  @Test("The path of a change also finds steps of a log with calls")
  func paths() async {
    #expect(await lines("--changes-only") == [Self.lines[2]])
    #expect(await tally("show", path, "--at", "2").output == "59\n")
  }

  @Test("'info' prints the number of calls unless it reads only descriptions")
  func info() async throws {
    #expect(await tally("info", path).output.contains("\n  calls     4 calls of effects\n"))
    #expect(await tally("info", path, "--json").output.contains(#""calls":4"#))
    #expect(await !tally("info", path, "--quick").output.contains("calls"))
  }
}
