import Foundation
import TestSupport
import Testing

/// Tests of the replay at the end of a recording, with an app whose reducers may be
/// nondeterministic.
@Suite("Verification of recordings", .timeLimit(.minutes(30)))
struct VerificationTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func dice(
    _ arguments: [String], input: String = "", recordsDie: Bool = false,
    variables: [String: String] = [:]
  ) async throws -> Program.Outcome {
    let child = try Child(arguments, of: "FaultyApp", in: folder)
    child.process.environment?["FAULTY_APP"] = "dice"
    for (name, value) in variables { child.process.environment?[name] = value }
    if recordsDie { child.process.environment?["FAULTY_RECORDED"] = "1" }
    try child.start(input: input)
    return try await child.outcome()
  }

  /// The first line of a recording with effects, because the die of the app is a closure.
  private static let limitation =
    "calls of 'DiceRoller.roll' cannot be recorded; effects that read the client are not verified: "
    + "declare the client with @DependencyClient\n"

  private func record(
    _ options: [String], _ actions: [String], recordsDie: Bool = false,
    variables: [String: String] = [:]
  ) async throws -> Program.Outcome {
    var outcome = try await dice(
      ["record", "s.reprise", "--force"] + options,
      input: actions.joined(separator: "\n") + "\n", recordsDie: recordsDie,
      variables: variables)
    outcome.errors = outcome.errors.replacing(Self.limitation, with: "")
    return outcome
  }

  private func isRecorded(_ outcome: Program.Outcome, steps: Int) -> Bool {
    outcome.code == 0 && outcome.errors.hasPrefix("recorded \(steps) steps in s.reprise (")
  }

  @Test("A deterministic session is recorded without further messages")
  func silence() async throws {
    let outcome = try await record(["--strict"], ["count", "draw", "work", "wait effects"])
    #expect(isRecorded(outcome, steps: 3))
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }

  @Test("A replay does not see in-place changes of the previous replay")
  func changesInPlace() async throws {
    let outcome = try await record(["--strict"], ["mark", "mark"])
    #expect(isRecorded(outcome, steps: 2))
    #expect(outcome.errors.split(separator: "\n").count == 1)
    #expect(try await dice(["show", "s.reprise", "--at", "2"]).output.contains("count: 3"))
  }

  @Test(
    "An unrecorded dependency that the reducer used is named with its step",
    arguments: [
      (
        "roll",
        "the reducer used 'diceRoller', which is not recorded: add it to recordedDependencies"
      ),
      (
        "rollAndWork",
        """
        the reducer read 'diceRoller', which is not recorded: if more than an effect uses it, add \
        it to recordedDependencies
        """
      ),
    ])
  func unrecordedDie(action: String, message: String) async throws {
    let outcome = try await record([], ["count", "work", action, "wait effects"])
    #expect(isRecorded(outcome, steps: 3))
    let lines = outcome.errors.split(separator: "\n").dropFirst()
    #expect(
      lines.first == """
        the reducer is not deterministic: step 3 of 3, \(action), does not replay as it was just \
        recorded
        """)
    #expect(lines.dropFirst().first == "  \(message)")
    #expect(lines.dropFirst(2).first?.hasPrefix("  number: expected ") == true)
    #expect(!FileManager.default.fileExists(atPath: folder.file("s.reprise.partial")))
  }

  @Test(
    "A value from an unknown source is reported as nondeterministic, with step and field",
    arguments: [("ask", "time"), ("guess", "number"), ("list", "text")])
  func nondeterminism(action: String, path: String) async throws {
    let outcome = try await record([], ["count", action, "count"])
    #expect(isRecorded(outcome, steps: 3))
    let lines = outcome.errors.split(separator: "\n").dropFirst()
    #expect(
      lines.first == """
        the reducer is not deterministic: step 2 of 3, \(action), does not replay as it was just \
        recorded
        """)
    #expect(lines.dropFirst().first?.hasPrefix("  \(path):") == true)
    #expect(outcome.errors.contains("expected "))
  }

  @Test(
    "An effect that loops over a set is reported with its step, both calls and the remedy",
    arguments: [[:], ["SWIFT_DETERMINISTIC_HASHING": "1"]])
  func orderOfEffect(variables: [String: String]) async throws {
    let actions = ["count", "visit(20)", "wait effects", "count"]
    let outcome = try await record([], actions, variables: variables)
    #expect(isRecorded(outcome, steps: 3))
    let lines = outcome.errors.split(separator: "\n").dropFirst().map(String.init)
    #expect(
      lines.first == """
        an effect is not deterministic: an effect of step 2 of 3, visit(20), does not do what was \
        just recorded
        """)
    #expect(
      lines.dropFirst().first?.hasPrefix(
        "  effect 1 of the step called something else: expected BankClient.balance(") == true)
    #expect(
      lines.last == """
          the order of a Set or a Dictionary differs in each process: sort it before a loop, and \
        take times and random values from dependencies
        """)
    #expect(try await record(["--strict"], actions, variables: variables).code == 1)
    let steps = try await record(["--strict", "--level", "steps"], actions, variables: variables)
    #expect(isRecorded(steps, steps: 3))
  }

  @Test("An effect with a fixed order is recorded without further messages")
  func sortedEffect() async throws {
    let outcome = try await record(["--strict"], ["visitSorted(20)", "wait effects", "count"])
    #expect(isRecorded(outcome, steps: 2))
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }

  @Test("The second replay detects a changed global variable")
  func globalVariable() async throws {
    let outcome = try await record([], ["count", "remember"])
    #expect(isRecorded(outcome, steps: 2))
    #expect(
      outcome.errors.contains(
        """
        the reducer is not deterministic: values that remain from the first replay change the \
        second; step 2 of 2, remember, does not replay as it was just recorded
          number: expected 1, actual 2
        """))
  }

  @Test("--strict fails a recording that diverges, and --no-verify skips the replay")
  func options() async throws {
    let strict = try await record(["--strict"], ["guess"])
    #expect(strict.code == 1)
    #expect(strict.errors.contains("the reducer is not deterministic: step 1 of 1, guess, "))
    let unverified = try await record(["--no-verify", "--strict"], ["guess"])
    #expect(unverified.code == 0)
    #expect(unverified.errors.split(separator: "\n").count == 1)
    let unrecorded = try await dice(["run", "--no-verify"])
    #expect(unrecorded.code == 2)
  }

  @Test("An interrupt during the verification of a recording skips it and reports no fault")
  func interruption() async throws {
    let child = try Child(["record", "s.reprise"], of: "FaultyApp", in: folder)
    try child.start(input: "dig\ninterruptReplay\ndig\n")
    let outcome = try await child.outcome()
    #expect(outcome.code == 128 + SIGINT)
    #expect(
      outcome.errors.hasSuffix(
        "\nthe verification was interrupted; 'replay' verifies the recording\n"))
    #expect(try await Program.run(["info", "s.reprise"], in: folder).code == 0)
  }

  @Test("A recorded die gets its answers from the log")
  func recordedDie() async throws {
    let outcome = try await record(["--strict"], ["roll", "rollAndWork"], recordsDie: true)
    #expect(isRecorded(outcome, steps: 2))
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }

  @Test("A marked endpoint is recorded without being listed")
  func markedEndpoint() async throws {
    let outcome = try await record(["--strict"], ["draw", "toss", "toss", "work", "wait effects"])
    #expect(isRecorded(outcome, steps: 4))
    #expect(outcome.errors.split(separator: "\n").count == 1)
    let match = try await dice(["replay", "s.reprise"])
    #expect(match.output == "s.reprise: match, 4 steps verified\n")
  }

  @Test("An unmarked endpoint is named at its first use, even if its answers don't change")
  func unmarkedEndpoint() async throws {
    let outcome = try await record(["--strict"], ["toss", "weigh"])
    #expect(outcome.code == 1)
    #expect(
      outcome.errors.contains(
        """
        the recording is not complete: step 2 of 2, weigh, needs an answer that is not in the log
          the reducer used 'CoinClient.weight', which is not recorded: mark it \
        '@DependencyEndpoint(recorded: true)'
        """))
    let text = try await dice(["replay", "s.reprise"])
    #expect(text.output.hasPrefix("s.reprise: dependency diverged at step 2 of 2: weigh\n"))
  }

  @Test("A replay names the dependency in text and in JSON")
  func replay() async throws {
    _ = try await record(["--no-verify"], ["count", "roll"])
    let text = try await dice(["replay", "s.reprise"])
    #expect(text.code == 1)
    #expect(text.output.hasPrefix("s.reprise: state diverged at step 2 of 2: roll\n"))
    #expect(text.outputLines.dropFirst().first?.hasPrefix("  the reducer used 'dice") == true)
    let json = try await dice(["replay", "s.reprise", "--json"])
    #expect(json.output.contains(#""kind":"state diverged""#))
    #expect(json.output.contains("the reducer used 'diceRoller', which is not recorded"))
    #expect(json.output.contains(#""path":"number""#))
  }

  @Test("A log from before the die was recorded gets new answers from an update, and then matches")
  func addedDependency() async throws {
    _ = try await record(["--no-verify"], ["count", "roll", "draw", "rollAndWork", "wait effects"])
    let compat = try await dice(["compat", "s.reprise"], recordsDie: true)
    #expect(compat.outputLines.first == "1 log: 0 fine, 1 risky, 0 impossible")
    let diverged = try await dice(["replay", "s.reprise"], recordsDie: true)
    #expect(diverged.code == 1)
    #expect(
      diverged.output.contains("read 'diceRoller', which was not yet recorded in this log"))
    let update = try await dice(["replay", "s.reprise", "--update", "--yes"], recordsDie: true)
    #expect(update.outputLines.last == "s.reprise: updated")
    let match = try await dice(["replay", "s.reprise"], recordsDie: true)
    #expect(match.output == "s.reprise: match, 4 steps verified\n")
  }
}
