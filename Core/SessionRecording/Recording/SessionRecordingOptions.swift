package import SessionLog

/// What of a session is recorded, and how.
///
///     var options = SessionRecordingOptions()
///     options.sampling = .oneIn(100)
///     options.context = ["device": "kiosk 7", "locale": "de_DE"]
public struct SessionRecordingOptions: Sendable {
  /// How much of each step is recorded.
  public var level = RecordingLevel.steps
  /// When recorded steps are safe.
  public var durability = Durability.flush
  /// Which sessions are recorded.
  public var sampling = SessionSampling.all
  /// What the app says of where it runs, such as device and locale; it stands in each log's header.
  public var context: [String: String] = [:]
  /// The dependencies whose reads are recorded; recorded endpoints of clients are added.
  public var dependencies = RecordedDependency.standard
  /// Whether nothing is recorded if secrets could get into a log unrecognised, as numbers can.
  public var refusesSecretsAtRisk = false
  /// Told, once and on any thread, of each secret that could not be kept out of a log.
  public var onWarning: @Sendable (String) -> Void = { _ in }

  /// The calls of the system by which logs are written.
  package var operations = LogFileOperations.system
  /// Draws the sessions that are recorded.
  package var makeGenerator: @Sendable () -> any RandomNumberGenerator = {
    SystemRandomNumberGenerator()
  }

  /// Whether a session that begins now is recorded.
  func choosesSession() -> Bool {
    var generator = makeGenerator()
    return sampling.chooses(using: &generator)
  }

  /// Takes the defaults.
  public init() {}
}

/// Which sessions are recorded.
///
///     var options = SessionRecordingOptions()
///     options.sampling = .oneIn(100)
public struct SessionSampling: Hashable, Sendable {
  private let count: Int

  /// Each session.
  public static let all = SessionSampling(count: 1)

  /// One session in so many, chosen at random when it begins.
  public static func oneIn(_ count: Int) -> SessionSampling {
    SessionSampling(count: max(count, 1))
  }

  /// Whether a session is among those that are recorded.
  package func chooses(using generator: inout some RandomNumberGenerator) -> Bool {
    count == 1 || Int.random(in: 0..<count, using: &generator) == 0
  }
}
