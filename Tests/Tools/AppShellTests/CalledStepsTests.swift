import AppShell
import Foundation
import SessionReplay
import Testing
import TestSupport

@MainActor
@Suite("The calls in the output of 'why' and 'trace'")
struct CalledStepsTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("s.reprise")
    try CallLog.example().write(to: path)
  }

  private func lines(_ arguments: String...) async -> [String] {
    let outcome = await tally(arguments)
    #expect(outcome.code == 0)
    return outcome.output.split(separator: "\n").map(String.init)
  }

  private static let call: NSDictionary = [
    "effect": 1, "endpoint": "PrimeClient.find", "arguments": ["17"], "result": "59",
    "milliseconds": 12,
  ]

  private func object(_ arguments: String...) async throws -> [String: Any] {
    let output = await tally(arguments).output
    return try #require(
      try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
  }

  @Test("'why' prints the call whose answer led to a step before the step")
  func why() async {
    #expect(
      await lines("why", path, "2") == [
        "      1 · load", "        ↳ PrimeClient.find(17) → 59, 12 ms", ">     2 ←1 loaded(59)",
      ])
    #expect(
      await lines("why", path, "1") == [
        ">     1 · load", "          ↳ PrimeClient.find(17) → 59, 12 ms", "        2 ←1 loaded(59)",
      ])
  }

  @Test("'why' prints the last calls, or all calls with '--all'")
  func manyCalls() async throws {
    var log = try CallLog()
    log.load()
    log.event(1, .began(step: 1))
    for number in 1...5 as ClosedRange<UInt64> {
      log.call(number, of: 1, .find, CallLog.bytes(Int64(number)))
      log.event(1, .ended(call: number, .canceled))
    }
    log.event(1, .sent)
    log.loaded(1)
    let path = folder.file("t.reprise")
    try log.write(to: path)
    let lines = await lines("why", path, "2")
    #expect(lines.count == 6)
    #expect(lines[1] == "        … 2 earlier calls; --all shows them")
    #expect(lines[2] == "        ↳ PrimeClient.find(3) → canceled, 0 ms")
    #expect(await self.lines("why", path, "2", "--all").count == 7)
  }

  @Test("'why --json' has the calls of each step that an effect sent")
  func whyJSON() async throws {
    let object = try await object("why", path, "2", "--json")
    let step = try #require(object["step"] as? [String: Any])
    #expect(step["calls"] as? [NSDictionary] == [Self.call])
    let cause = try #require((object["causes"] as? [[String: Any]])?.first)
    #expect(cause["calls"] == nil)
  }

  @Test("'trace' has the last call before a change by an action that an effect sent")
  func trace() async throws {
    #expect(
      await lines("trace", path, "state") == [
        "state: 0 at the beginning", "    2 ←1 loaded(59)  at 0.113 s, from step 1: load",
        "        ↳ PrimeClient.find(17) → 59, 12 ms", "        state: 0 → 59",
      ])
    let object = try await object("trace", path, "state", "--json")
    let entry = try #require((object["entries"] as? [[String: Any]])?.first)
    #expect(entry["call"] as? NSDictionary == Self.call)
  }

  @Test("A damaged event ends 'why' and 'trace' with an error after their output")
  func damaged() async throws {
    var log = try CallLog.example()
    log.event(9, .finished)
    let path = folder.file("t.reprise")
    try log.write(to: path)
    for arguments in [["why", path, "2"], ["trace", path, "state"]] {
      let outcome = await tally(arguments)
      #expect(outcome.code == 4)
      #expect(outcome.output.contains("↳ PrimeClient.find(17) → 59, 12 ms"))
      #expect(outcome.errors.contains("an event belongs to effect 9, which has not started"))
    }
  }
}
