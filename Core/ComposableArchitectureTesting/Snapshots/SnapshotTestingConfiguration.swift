import Foundation

/// How snapshots are tested.
///
///     withSnapshotTesting(record: .failed) {
///       assertSnapshot(of: "Count: 0", as: .lines)
///     }
///     #expect(SnapshotTestingConfiguration.current?.record == nil)
public struct SnapshotTestingConfiguration: Sendable {
  /// Which snapshots are recorded; a test that records one fails all the same.
  public enum Record: String, CaseIterable, Hashable, Sendable {
    /// All are, whatever was kept.
    case all
    /// Those are that do not match what was kept, and those of which nothing was.
    case failed
    /// Those are of which nothing was kept.
    case missing
    /// None is.
    case never
  }

  @TaskLocal static var inForce: SnapshotTestingConfiguration?

  /// What `withSnapshotTesting` has set.
  public static var current: SnapshotTestingConfiguration? { inForce }

  /// Which snapshots are recorded; nil leaves it to the environment.
  public var record: Record?

  /// Creates a configuration.
  public init(record: Record? = nil) {
    self.record = record
  }
}

extension SnapshotTestingConfiguration.Record: ExpressibleByBooleanLiteral {
  /// `true` records all snapshots, `false` those of which nothing was kept.
  public init(booleanLiteral value: Bool) {
    self = value ? .all : .missing
  }
}

extension SnapshotTestingConfiguration.Record {
  /// What the environment says: `SNAPSHOT_TESTING_RECORD`, else `never` where `CI` is set.
  package static func ofEnvironment(
    _ environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(SnapshotError) -> Self {
    if let text = environment["SNAPSHOT_TESTING_RECORD"], !text.isEmpty {
      guard let record = Self(rawValue: text) else { throw .unknownRecordMode(text) }
      return record
    }
    return ["", "0", "false"].contains(environment["CI"] ?? "") ? .missing : .never
  }
}

/// Runs tests of snapshots, having set which are recorded.
public func withSnapshotTesting<R>(
  record: SnapshotTestingConfiguration.Record? = nil, operation: () throws -> R
) rethrows -> R {
  try SnapshotTestingConfiguration.$inForce.withValue(
    SnapshotTestingConfiguration(record: record ?? SnapshotTestingConfiguration.current?.record),
    operation: operation)
}

/// Runs asynchronous tests of snapshots, having set which are recorded.
public func withSnapshotTesting<R>(
  record: SnapshotTestingConfiguration.Record? = nil, operation: () async throws -> R
) async rethrows -> R {
  try await SnapshotTestingConfiguration.$inForce.withValue(
    SnapshotTestingConfiguration(record: record ?? SnapshotTestingConfiguration.current?.record),
    operation: operation)
}
