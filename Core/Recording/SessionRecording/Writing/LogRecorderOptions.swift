package import SessionLog

package struct LogRecorderOptions: Sendable {
  package var overwrite: Bool
  package var journal: JournalKind
  package var level: RecordingLevel
  package var durability: Durability
  package var retention: LogRetention
  package var context: [String: String]
  /// Whether the app may mark the log, which a reader must support.
  package var allowsMarks: Bool
  package var operations: LogFileOperations

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

/// The point at which recorded steps are safe.
///
///     var options = SessionRecordingOptions()
///     options.durability = .step
public enum Durability: String, CaseIterable, Sendable {
  /// Each step is passed to the system at once. A crash of the app loses no step, and a loss of
  /// power only those that the system had not written to disk.
  case flush
  /// The app continues only when a step is on disk, where it also survives a loss of power.
  case step
}
