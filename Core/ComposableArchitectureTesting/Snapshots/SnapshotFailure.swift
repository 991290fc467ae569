/// What a test of a snapshot finds.
enum SnapshotFailure {
  /// The snapshot was recorded, as all are.
  case recorded(path: String, test: String)
  /// The snapshot was recorded, since none was kept.
  case recordedMissing(path: String, test: String)
  /// No snapshot was kept, and none is to be recorded.
  case missing(path: String)
  /// The snapshot is another than the one that was kept.
  case differs(name: String?, path: String, difference: String, isRecorded: Bool)
}
