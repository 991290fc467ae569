package import SessionLog

/// How a log is recorded.
package struct LogRecorderOptions: Sendable {
  /// Whether an existing log is replaced.
  package var overwrite: Bool
  /// How the steps are kept that are in no block yet.
  package var journal: JournalKind
  /// How much of each step is recorded.
  package var level: RecordingLevel
  /// When recorded steps are safe.
  package var durability: Durability
  /// How much of the log is kept.
  package var retention: LogRetention
  /// What the app says of where it runs.
  package var context: [String: String]
  /// Whether the app may mark the log, which a reader must know.
  package var allowsMarks: Bool
  /// The calls of the system by which the log is written.
  package var operations: LogFileOperations

  /// Takes the defaults where nothing is given.
  package init(
    overwrite: Bool = false, journal: JournalKind = .mapped, level: RecordingLevel = .steps,
    durability: Durability = .flush, retention: LogRetention = .everything,
    context: [String: String] = [:], allowsMarks: Bool = false,
    operations: LogFileOperations = .system
  ) {
    self.overwrite = overwrite
    self.journal = journal
    self.level = level
    self.durability = durability
    self.retention = retention
    self.context = context
    self.allowsMarks = allowsMarks
    self.operations = operations
  }
}

/// When recorded steps are safe.
///
///     var options = SessionRecordingOptions()
///     options.durability = .step
public enum Durability: String, CaseIterable, Sendable {
  /// Steps are the system's as soon as they happen: a crash of the app costs none, a loss of power what
  /// the system had not written to the disk yet.
  case flush
  /// The app goes on when a step is on the disk, where nothing can harm it any more.
  case step
}
