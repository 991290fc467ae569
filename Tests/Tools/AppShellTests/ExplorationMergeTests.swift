import Foundation
import TestSupport
import Testing

@MainActor
@Suite("Merged explorations")
struct ExplorationMergeTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func result(
    _ shard: String, app: String = "Tally", cut: String? = nil,
    failures: [(text: String, kind: String, cause: String)] = []
  ) throws -> String {
    let list = failures.map { failure in
      """
      {"failure": "\(failure.text)", "kind": "\(failure.kind)", "cause": "\(failure.cause)", "log": "explored/\(shard.prefix(1)).reprise",
       "seed": 7, "story": ["\(failure.text)", "  add(1)"]}
      """
    }
    return try folder.write(
      """
      {"app": "\(app)", "shard": "\(shard)", "sessions": 10, "steps": 100, "checksum": 5,
       "failures": [\(list.joined(separator: ", "))], "remarks": []\(cut.map { ", \"cut\": \"\($0)\"" } ?? "")}
      """, as: "\(app)-\(shard.replacingOccurrences(of: "/", with: "-")).json")
  }

  @Test("Failures that shards have in common are printed once")
  func failures() async throws {
    let sentence = "The sum is positive"
    let negative = ("invariant violated: \(sentence)", "invariant", sentence)
    let files = [
      try result("1/3", failures: [negative, ("the app crashed: row 4", "crash", "row …")]),
      try result("2/3"),
      try result(
        "3/3",
        failures: [
          negative, ("the app crashed: row 11", "crash", "row …"), ("late", "late work", ""),
        ]),
    ]
    let outcome = await tally(["merge"] + files)
    #expect(
      outcome.output == """
        invariant violated: The sum is positive
          add(1)
          seed 7, saved as explored/1.reprise
        the app crashed: row 4
          add(1)
          seed 7, saved as explored/1.reprise
        late
          add(1)
          seed 7, saved as explored/3.reprise
        30 sessions, 300 steps in 3 shards; 3 failures

        """)
    #expect(outcome.code == 1)
  }

  @Test("A shard without a file is reported")
  func missing() async throws {
    let outcome = await tally("merge", try result("1/3"), try result("3/3"))
    #expect(outcome.output == "20 sessions, 200 steps in 3 shards; 0 failures\n")
    #expect(outcome.errors == "tally: the results of shard 2 of 3 are missing\n")
    #expect(outcome.code == 6)
  }

  @Test("A shard that did not explore all of its seeds is reported")
  func cut() async throws {
    let outcome = await tally("merge", try result("1/2"), try result("2/2", cut: "time"))
    #expect(outcome.output == "20 sessions, 200 steps in 2 shards; 0 failures\n")
    #expect(
      outcome.errors
        == "tally: shard 2 of 2 was cut: the time was over; give a longer --time\n")
    #expect(outcome.code == 6)
  }

  @Test("Any number in a result is handled, and each shard can have the largest numbers")
  func numbers() async throws {
    let file = try result("1/3", failures: [("late", "late work", "")])
    let json = try String(contentsOfFile: file, encoding: .utf8)
    let variants = HostileNumbers.variants(ofJSON: json)
    #expect(variants.count > 20)
    for (index, text) in variants.enumerated() {
      let one = try folder.write(text, as: "one.json")
      // Both results have the same number.
      let other = try folder.write(
        text.replacing("\"1/3\"", with: "\"2/3\""), as: "other.json")
      let outcome = await tally("merge", one, other)
      #expect([1, 2].contains(outcome.code), "variant \(index)")
      #expect(outcome.code != 2 || outcome.errors.contains("one.json"), "variant \(index)")
      #expect(outcome.errors.utf8.count < 1_000)
    }
  }

  @Test("Unsuitable files are rejected")
  func rejected() async throws {
    let first = try result("1/2")
    let other = await tally("merge", first, try result("2/2", app: "Ledger"))
    #expect(other.errors.hasSuffix("has a result of 'Ledger', and the first file one of 'Tally'\n"))
    let twice = await tally("merge", first, first)
    #expect(twice.errors.contains("has the result of shard 1/2, and so has '"))
    let text = await tally("merge", first, try folder.write("text", as: "text"))
    #expect(text.errors.contains("does not have the result of an exploration"))
    let count = await tally("merge", first, try result("2/3"))
    #expect(count.errors.contains("of one of 3 shards, and the first file of one of 2"))
    let junit = await tally("merge", first, "--junit", folder.file("j.xml"))
    #expect(junit.errors.contains("--junit is for the results of a replay"))
    for outcome in [other, twice, text, count, junit] { #expect(outcome.code == 2) }
  }
}
