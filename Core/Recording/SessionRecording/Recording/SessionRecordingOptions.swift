package import RecordedValues
package import SessionLog
public import SessionModel

/// Options that determine which parts of a session are recorded, and how.
///
///     var options = SessionRecordingOptions()
///     options.sampling = .oneIn(100)
///     options.context = ["device": "kiosk 7", "locale": "de_DE"]
public struct SessionRecordingOptions: Sendable {
  /// The level of detail of each step.
  public var level = RecordingLevel.steps
  /// The point at which recorded steps are safe.
  public var durability = Durability.flush
  /// The selection of the sessions to record.
  public var sampling = SessionSampling.all
  /// The environment of the app, such as device and locale, for the header of each log.
  public var context: [String: String] = [:]
  /// The dependencies whose reads are recorded. Recorded endpoints of clients are added.
  public var dependencies = RecordedDependency.standard
  /// Whether recording is refused if secrets, for example in numbers, could get into a log
  /// unrecognized.
  public var refusesSecretsAtRisk = false
  /// A handler that is called once, on any thread, for each secret that could not be kept out.
  public var onWarning: @Sendable (String) -> Void = { _ in }
  /// A handler that is called, on any thread, for each limitation of a log.
  ///
  /// Limitations are references in the first state that the log cannot describe, and clients and
  /// endpoints whose calls it cannot have.
  public var onLimitation: @Sendable (String) -> Void = { _ in }

  /// The endpoints whose calls by effects are recorded at the level `effects`.
  package var endpoints = CallableEndpoints()
  /// Whether an existing log is replaced.
  package var overwrite = false
  /// The storage of steps that are not in a block yet.
  package var journal = JournalKind.mapped
  /// The part of the session that the log keeps.
  package var retention = LogRetention.everything
  /// Whether the app may mark the log, which a reader must support.
  package var allowsMarks = false
  /// A table for text that is printed meanwhile. It learns the secrets of the log.
  package var printedSecrets: SecretTable?
  /// The system calls that write logs.
  package var operations = LogFileOperations.system
  package var makeGenerator: @Sendable () -> any RandomNumberGenerator = {
    SystemRandomNumberGenerator()
  }

  func choosesSession() -> Bool {
    var generator = makeGenerator()
    return sampling.chooses(using: &generator)
  }

  /// Creates options with default values.
  public init() {}

  package init(
    overwrite: Bool = false, journal: JournalKind = .mapped, level: RecordingLevel = .steps,
    durability: Durability = .flush, retention: LogRetention = .everything,
    allowsMarks: Bool = false, dependencies: [RecordedDependency] = RecordedDependency.standard
  ) {
    (self.overwrite, self.journal, self.level) = (overwrite, journal, level)
    (self.durability, self.retention) = (durability, retention)
    (self.allowsMarks, self.dependencies) = (allowsMarks, dependencies)
  }
}

/// The point at which recorded steps are safe.
///
///     var options = SessionRecordingOptions()
///     options.durability = .step
public enum Durability: String, CaseIterable, Sendable {
  /// Each step is passed to the system at once. A crash of the app loses no step, and a loss of
  /// power loses only steps that are not on disk yet.
  case flush
  /// The app continues only when a step is on disk, where it also survives a loss of power.
  case step
}

/// A selection of the sessions to record.
///
///     var options = SessionRecordingOptions()
///     options.sampling = .oneIn(100)
public struct SessionSampling: Hashable, Sendable {
  private let count: Int

  /// All sessions.
  public static let all = SessionSampling(count: 1)

  /// Selects one in `count` sessions at random, when the session starts.
  public static func oneIn(_ count: Int) -> SessionSampling {
    SessionSampling(count: max(count, 1))
  }

  package func chooses(using generator: inout some RandomNumberGenerator) -> Bool {
    count == 1 || Int.random(in: 0..<count, using: &generator) == 0
  }
}
