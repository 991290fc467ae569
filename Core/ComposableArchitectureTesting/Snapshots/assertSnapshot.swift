/// Fails the test if the snapshot of a value is not the one that was kept.
///
/// Snapshots are kept beside the test, in `__Snapshots__/FileName/testName.1.txt`, where a name takes
/// the place of the number. A snapshot that was not kept yet is recorded, and fails the test once;
/// `withSnapshotTesting` and the variable `SNAPSHOT_TESTING_RECORD` say otherwise.
public func assertSnapshot<Value, Format>(
  of value: @autoclosure () throws -> Value, as snapshotting: Snapshotting<Value, Format>,
  named name: String? = nil, record: SnapshotTestingConfiguration.Record? = nil,
  fileID: StaticString = #fileID, file filePath: StaticString = #filePath,
  testName: String = #function, line: UInt = #line, column: UInt = #column
) {
  let failure = verifySnapshot(
    of: try value(), as: snapshotting, named: name, record: record, fileID: fileID,
    file: filePath, testName: testName, line: line, column: column)
  guard let failure else { return }
  TestLine(fileID: fileID, filePath: filePath, line: line, column: column).fail(failure)
}
