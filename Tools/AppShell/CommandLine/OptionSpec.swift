/// An option of a verb: how it is written, and what it does.
struct OptionSpec: Equatable, Sendable {
  let name: String
  var short: Character?
  /// What the option's value is, in capitals; `nil` if it takes none.
  var value: String?
  let summary: String

  init(_ name: String, short: Character? = nil, takes value: String? = nil, _ summary: String) {
    self.name = name
    self.short = short
    self.value = value
    self.summary = summary
  }

  /// As it stands on the command line: `--jobs N`.
  var usage: String {
    let dashed = short.map { "-\($0), --\(name)" } ?? "--\(name)"
    return value.map { "\(dashed) \($0)" } ?? dashed
  }
}

extension OptionSpec {
  static let color = OptionSpec("color", takes: "WHEN", "colours: auto, always or never")
  static let help = OptionSpec("help", short: "h", "explain, with an example")
  static let version = OptionSpec("version", "print the version")
  static let json = OptionSpec("json", "print one JSON object")

  fileprivate static let verbose = OptionSpec("verbose", "leave nothing out")
  fileprivate static let script = OptionSpec(
    "script", takes: "FILE", "read actions from a file; '-' is standard input")
  fileprivate static let dataFolder = OptionSpec(
    "data-dir", takes: "DIR", "keep the app's data in this folder")
  fileprivate static let seed = OptionSpec(
    "seed", takes: "N", "draw random numbers and identifiers from a seed")
  fileprivate static let level = OptionSpec(
    "level", takes: "LEVEL", "how much of each step is kept: steps or actions")
  fileprivate static let durability = OptionSpec(
    "durability", takes: "WHEN", "flush: safe from any crash; step: from a loss of power too")
  fileprivate static let quiet = OptionSpec("quiet", "print no steps and no screen at the end")
  fileprivate static let strict = OptionSpec(
    "strict", "fail for a secret, or if it does not replay")
  fileprivate static let noVerify = OptionSpec(
    "no-verify", "do not replay the recording at its end")
  fileprivate static let force = OptionSpec("force", "replace an existing log")
}

extension Verb {
  /// The options of the verb, and those that every verb has.
  var options: [OptionSpec] { ownOptions + [.color, .help] }

  private var ownOptions: [OptionSpec] {
    switch self {
    case .run:
      [OptionSpec("record", takes: "FILE", "record the session into a log"), .script]
        + [.dataFolder, .seed, .level, .durability, .strict, .noVerify, .force, .quiet]
    case .record:
      [.script, .dataFolder, .seed, .level, .durability, .strict, .noVerify, .force, .quiet]
    case .replay:
      [
        OptionSpec(
          "jobs", takes: "N", "replay in N processes; as many as there are processors"),
        OptionSpec("shard", takes: "I/N", "replay only every N-th log, beginning with the I-th"),
        OptionSpec(
          "junit", takes: "FILE", "write the results as JUnit XML as well; '-' is standard output"),
        .json,
        OptionSpec("verbose", "shorten nothing but a difference of over 10,000 lines"),
        OptionSpec(
          "keep-going", "go on after a difference, from the recorded state, and count those"),
        OptionSpec("paranoid", "compare the whole state after each step, not only changes"),
        OptionSpec("strict", "fail logs that have lost steps"),
        OptionSpec(
          "timeout", takes: "SECONDS", "take a step for an endless loop after so long; 60"),
        OptionSpec("memory", takes: "MIB", "let each process take so much memory; 2048"),
        OptionSpec("tail", "follow a log that is still being written"),
        OptionSpec(
          "update", "replace logs that differ by what the app does now, if that is wanted"),
        OptionSpec("yes", "with --update: write without a question"),
        OptionSpec("dry-run", "with --update: tell what would be written, and write nothing"),
        OptionSpec("git-bisect", "exit with 125 for incompatible logs, which git bisect run skips"),
      ]
    case .show:
      [
        OptionSpec(
          "at", takes: "N", "show the whole state after step N, 0 for the state before the first"),
        OptionSpec("from", takes: "A", "begin with step A"),
        OptionSpec("to", takes: "B", "end with step B"),
        OptionSpec("script", "print the actions as lines that 'run' takes"),
        OptionSpec("effects", "show the effect that each step returned"),
        .json,
      ]
    case .info:
      [OptionSpec("quick", "read the parts' descriptions of themselves only"), .json]
    case .play:
      [
        OptionSpec("speed", takes: "N", "N times as fast as it was: 2, 0.5"),
        OptionSpec("from", takes: "A", "begin with step A"),
        OptionSpec("to", takes: "B", "end with step B"),
      ]
    case .ledger: [.verbose, .json]
    case .recover: [OptionSpec("output", short: "o", takes: "FILE", "the log to write"), .force]
    case .help: []
    }
  }
}
