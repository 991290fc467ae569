package import SessionReplay

/// What a command line asks for.
package enum Command: Equatable, Sendable {
  case run(RunOptions)
  case replay(ReplayOptions)
  case show(ShowOptions)
  case info(InfoOptions)
  case play(PlayOptions)
  case ledger(LedgerOptions)
  case recover(RecoverOptions)
  case help(Verb?)
  case version
}

/// A command, and what holds for every command.
package struct Invocation: Equatable, Sendable {
  package let command: Command
  package var color = ColorChoice.auto
}

/// When output is coloured.
package enum ColorChoice: String, CaseIterable, Sendable {
  case auto
  case always
  case never
}

/// How the app is run; `record FILE` is `run --record FILE`.
package struct RunOptions: Equatable, Sendable {
  package var record: String?
  package var script: String?
  package var dataFolder: String?
  package var seed: UInt64?
  package var durability = Durability.flush
  package var level = RecordingLevel.steps
  package var force = false
  package var isQuiet = false
  /// Whether a recording that may hold a secret is a failure, or one that does not replay.
  package var strict = false
  /// Whether a recording is replayed at its end.
  package var verifies = true
}

extension RunOptions {
  /// Runs without a line a step, and records into a file if one is given.
  package static func quiet(record path: String?) -> RunOptions {
    RunOptions(record: path, isQuiet: true)
  }
}

/// Which logs are replayed, and how.
package struct ReplayOptions: Equatable, Sendable {
  /// One of several parts of a corpus; parts are counted from 1.
  package struct Shard: Equatable, Sendable {
    package let index: Int
    package let count: Int
  }

  /// What stands for standard output in the place of a path.
  static let standardOutput = "-"

  package var paths: [String]
  package var jobs: Int?
  package var shard: Shard?
  package var junit: String?
  package var json = false
  package var update = false
  /// Whether an update is written without a question.
  package var isConfirmed = false
  /// Whether an update is only told, and not written.
  package var isDryRun = false
  package var gitBisect = false
  package var isVerbose = false
  package var keepsGoing = false
  /// Whether the whole state is encoded and compared after each step.
  package var isParanoid = false
  package var tail = false
  /// Whether a log that has lost steps fails.
  package var isStrict = false
  /// The seconds without a finished step after which the app is taken to be in an endless loop.
  package var timeout: Int?
  /// The memory that the app may take in a replay, in MiB.
  package var memory: Int?
}

/// Which steps of a log are shown, or which state.
package struct ShowOptions: Equatable, Sendable {
  package var log: String
  package var at: UInt64?
  package var from: UInt64?
  package var to: UInt64?
  package var json = false
  /// Whether the actions are shown as lines that `run` takes.
  package var isScript = false
  /// Whether the effect that each step returned is shown.
  package var showsEffects = false
}

/// The logs about which something is said.
package struct InfoOptions: Equatable, Sendable {
  package var logs: [String]
  package var json = false
  /// Whether what is in the blocks is left alone.
  package var isQuick = false
}

/// Which steps of a log are played, and how fast.
package struct PlayOptions: Equatable, Sendable {
  /// A pause is never longer than a day at speed 1, whatever the log says.
  static let longestPause: UInt64 = 86_400_000

  package var log: String
  /// How many times as fast as it was.
  package var speed = 1.0
  package var from: UInt64?
  package var to: UInt64?
}

/// The logs that are judged by their types.
package struct LedgerOptions: Equatable, Sendable {
  package var paths: [String]
  package var json = false
  package var isVerbose = false
}

/// What is recovered, and where it goes.
package struct RecoverOptions: Equatable, Sendable {
  package var log: String
  package var output: String
  package var force = false
}
