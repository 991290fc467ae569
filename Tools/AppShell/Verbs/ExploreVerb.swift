package import CommandLineKit
import ComposableArchitecture
import Foundation
import Platform
package import ReplayCorpus
import SessionLog
import SessionReplay
import SessionReports
import Simulation

package struct ExploreVerb: ShellVerb {
  package static let name = "explore"
  package static let summary = "simulate sessions that nobody recorded, to find failures"
  package static let operand: VerbOperand<Self>? = nil
  package static let options = mainOptions + limitOptions
  package static let details = """
    User actions are drawn from the types of the app's actions: rows that exist, features
    that are presented, values that occur. Actions that effects send are not drawn; a
    survey finds them. Nor are those that match --exclude: leave out what no user can send,
    and types cannot rule out, such as the index of a row that a view does not show. In a
    PATTERN, '*' is any text. It is compared with whole paths, such as
    'list.element.tapped'. Effects run in virtual time. Their calls of dependencies get drawn
    answers, errors and delays. A client with a 'simulationValue' answers itself. Saved
    data outlives crashes and restarts of the app.

    A session fails if an invariant of the app does not hold, if an effect sends an action
    for a row or a feature that is gone, if an effect never ends, if the app crashes, or if
    a replay of the session differs. With --corpus, half of the sessions continue plans of
    DIR in which actions followed each other in a new order.

    A failing session is minimized: as few user actions, errors and delays as possible.
    Its log is saved. 'replay --effects' reproduces it without a seed, and marks in the
    log name the errors and delays. Failures whose messages differ only in values are one.

    A seed with the same options, including the logs of --learn and the plans that DIR had
    at the start, is the same session: alone, in any range or shard, with any number of
    jobs.

    With --json: {"app", "shard", "sessions", "steps", "checksum", "failures": [{"failure",
    "kind", "cause", "seed", "story", "log"}], "remarks", "cut"?}. The checksum is that of
    the logs of all sessions, in any order. "cut" is the reason why seeds of the range were
    not explored: "time", "failures" or "signal".

    CI and batch systems select the shard, as for 'replay'. 'merge' merges the JSON of all
    shards. To merge their folders of plans, copy the files into one.

    SIGINT and SIGTERM end the exploration. No failure and no plan is lost. Seeds of a range
    that were not explored are reported.
    """
  package static let exitCodes = [
    ExitMeaning(0, means: "no session failed"),
    ExitMeaning(1, means: "a session failed"),
    .usage,
    ExitMeaning(
      ExitCode.missingResults,
      means: "no session failed, but seeds were not explored, or no session was simulated"),
    ExitMeaning(
      ExitCode.failure, means: "sessions cannot be simulated, or a folder cannot be written"),
  ]
  package static let examples = ["explore --seeds 1..200"]

  package var seeds: SeedRange?
  package var seconds: Int?
  package var length: Int?
  package var learned: String?
  package var corpus: String?
  package var excluded: [String] = []
  package var output: String?
  package var shard: Shard?
  package var jobs: Int?
  package var timeout: Int?
  package var maxFailures: Int?
  package var json = false

  package init() {}

  package func validate() throws(UsageError) {
    if let seeds, seeds.last == nil, seconds == nil {
      throw .missingOption("--time SECONDS", of: "--seeds \(seeds.first)..")
    }
  }

  private var range: SeedRange { seeds ?? SeedRange(first: 1, last: seconds == nil ? 1000 : nil) }

  var seedsOfShard: some Sequence<UInt64> { range.seeds(of: shard) }

  /// The number of seeds to explore; `nil` if there is no last seed.
  var seedCount: UInt64? { range.count(of: shard) }

  @MainActor
  package func run<App: ShellApp>(in shell: Shell<App>, style: OutputStyle) async -> Int32 {
    if let obstacle = Shell<App>.simulation.obstacle {
      shell.printError("sessions cannot be simulated on this system: \(obstacle)")
      return ExitCode.failure
    }
    guard let executable = shell.environment.worker else {
      shell.printError("sessions cannot be simulated: this executable cannot start workers")
      return ExitCode.failure
    }
    var verb = self
    do throws(EngineShardError) {
      if shard == nil { verb.shard = try shell.engineShard(whole: "simulates all seeds") }
    } catch {
      shell.printError("\(error)".visible)
      return ExitCode.usage
    }
    do {
      let run = try ExploreRun<App>(verb, shell, WorkerSettings(executable, timeout: timeout ?? 10))
      return await run.run()
    } catch {
      shell.printError("\(error)".visible)
      return ExitCode.failure
    }
  }
}

extension ExploreVerb {
  private static let mainOptions = group(
    "Most used",
    [
      .value(
        "seeds", takes: "A..B", expected: "two numbers such as 1..1000, or a first one such as 5..",
        "simulate a session for each seed (default: 1..1000, or 1.. with --time)", \.seeds,
        read: { SeedRange($0) }),
      .number(
        "time", takes: "SECONDS", in: 1...1_000_000,
        "end after SECONDS, also in the survey and within a range of seeds", \.seconds),
      .number(
        "length", takes: "N", in: 1...100_000,
        "maximum number of user actions in a session (default: 40)", \.length),
      .path(
        "learn", takes: "PATH", of: .log,
        "draw values and answers of recorded logs again, and actions that users sent", \.learned),
      .path(
        "corpus", takes: "DIR", of: .folder,
        "keep the plans of sessions that do something new in DIR, and continue them", \.corpus),
      .path(
        "output", short: "o", takes: "DIR", of: .folder,
        "folder for the logs of failures (default: explored)", \.output),
      .value(
        "shard", takes: "I/N", expected: "a part such as 1/3",
        "simulate only every Nth seed, starting with the Ith", \.shard, read: { Shard($0) }),
      .number(
        "jobs", takes: "N", in: 1...1024,
        "number of worker processes (default: number of CPUs)", \.jobs),
      .number(
        "failures", takes: "N", in: 1...1000,
        "stop after N different failures (default: 5)", \.maxFailures),
      .flag("json", "print one JSON object", \.json),
    ])
  private static let limitOptions = group(
    "Limits",
    [
      .list(
        "exclude", takes: "PATTERN", "do not draw user actions whose path matches PATTERN",
        \.excluded),
      .number(
        "timeout", takes: "SECONDS", in: 1...86_400,
        "fail a session whose step takes longer than SECONDS (default: 10)", \.timeout),
    ])
}
