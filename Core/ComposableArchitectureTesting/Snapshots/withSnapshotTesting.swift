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
