import Foundation

/// The configuration of snapshot tests.
///
///     withSnapshotTesting(record: .failed) {
///       assertSnapshot(of: "Count: 0", as: .lines)
///     }
///     #expect(SnapshotTestingConfiguration.current?.record == nil)
public struct SnapshotTestingConfiguration: Sendable {
  /// The snapshots to record, each of which fails its test.
  public enum Record: String, CaseIterable, Hashable, Sendable {
    /// Records all snapshots, including existing ones.
    case all
    /// Records snapshots that are missing or don't match their files.
    case failed
    /// Records only missing snapshots.
    case missing
    /// Records no snapshots.
    case never
  }

  @TaskLocal static var scoped: SnapshotTestingConfiguration?

  /// The configuration that `withSnapshotTesting` has set, if any.
  public static var current: SnapshotTestingConfiguration? { scoped }

  /// The snapshots to record, or `nil` to use the environment's record mode.
  public var record: Record?

  /// Creates a configuration with a record mode.
  public init(record: Record? = nil) {
    self.record = record
  }
}

extension SnapshotTestingConfiguration.Record: ExpressibleByBooleanLiteral {
  /// Creates a mode that records all snapshots if the value is `true`, and otherwise only missing
  /// snapshots.
  public init(booleanLiteral value: Bool) {
    self = value ? .all : .missing
  }
}

extension SnapshotTestingConfiguration.Record {
  /// Returns the mode in `SNAPSHOT_TESTING_RECORD`. The default is `never` if `CI` is set.
  package static func fromEnvironment(
    _ environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(SnapshotError) -> Self {
    if let text = environment["SNAPSHOT_TESTING_RECORD"], !text.isEmpty {
      guard let record = Self(rawValue: text) else { throw .unknownRecordMode(text) }
      return record
    }
    return ["", "0", "false"].contains(environment["CI"] ?? "") ? .missing : .never
  }
}

/// Runs an operation with a record mode for its snapshot tests.
public func withSnapshotTesting<R>(
  record: SnapshotTestingConfiguration.Record? = nil, operation: () throws -> R
) rethrows -> R {
  try SnapshotTestingConfiguration.$scoped.withValue(
    SnapshotTestingConfiguration(record: record ?? SnapshotTestingConfiguration.current?.record),
    operation: operation)
}

/// Runs an asynchronous operation with a record mode for its snapshot tests.
public func withSnapshotTesting<R>(
  record: SnapshotTestingConfiguration.Record? = nil, operation: () async throws -> R
) async rethrows -> R {
  try await SnapshotTestingConfiguration.$scoped.withValue(
    SnapshotTestingConfiguration(record: record ?? SnapshotTestingConfiguration.current?.record),
    operation: operation)
}
