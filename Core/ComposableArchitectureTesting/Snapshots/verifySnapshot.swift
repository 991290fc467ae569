import DependencyInjection
import Foundation

/// Returns why the snapshot of a value is not the one that was kept, or nil if it is.
///
/// Snapshots are kept in `snapshotDirectory`, or where none is given beside the test.
public func verifySnapshot<Value, Format>(
  of value: @autoclosure () throws -> Value, as snapshotting: Snapshotting<Value, Format>,
  named name: String? = nil, record: SnapshotTestingConfiguration.Record? = nil,
  snapshotDirectory: String? = nil,
  fileID: StaticString = #fileID, file filePath: StaticString = #filePath,
  testName: String = #function, line: UInt = #line, column: UInt = #column
) -> String? {
  let directory =
    snapshotDirectory.map { URL(fileURLWithPath: $0, isDirectory: true) }
    ?? SnapshotFile.directory(besideTestsIn: filePath.description)
  let numbers = DependencyValues.current[SnapshotNumbers.self]
  let file = SnapshotFile(
    directory: directory, test: testName,
    identifier: name ?? "\(numbers.next(in: directory.path, test: testName))",
    pathExtension: snapshotting.pathExtension)
  do throws(SnapshotError) {
    let failure = try verify(
      try snapshot(of: value, snapshotting), in: file, snapshotting.diffing,
      record: try resolve(record), name: name, test: testName)
    return failure?.description
  } catch {
    return error.description
  }
}

/// Not one expression: `??` forgets the type of the error that its right side throws.
private func resolve(
  _ record: SnapshotTestingConfiguration.Record?
) throws(SnapshotError) -> SnapshotTestingConfiguration.Record {
  if let record = record ?? SnapshotTestingConfiguration.current?.record { return record }
  return try .ofEnvironment()
}

private func snapshot<Value, Format>(
  of value: () throws -> Value, _ snapshotting: Snapshotting<Value, Format>
) throws(SnapshotError) -> Format {
  let result: Value
  do {
    result = try value()
  } catch {
    throw .noValue(error)
  }
  do {
    return try snapshotting.snapshot(result)
  } catch {
    throw .noSnapshot(type: Value.self, error)
  }
}

private func verify<Format>(
  _ snapshot: Format, in file: SnapshotFile, _ diffing: Diffing<Format>,
  record: SnapshotTestingConfiguration.Record, name: String?, test: String
) throws(SnapshotError) -> SnapshotFailure? {
  if record == .all {
    try file.write(snapshot, diffing)
    return .recorded(path: file.path, test: test)
  }
  guard file.exists else {
    if record == .never { return .missing(path: file.path) }
    try file.write(snapshot, diffing)
    return .recordedMissing(path: file.path, test: test)
  }
  let reference = try file.read(diffing)
  guard let difference = diffing.diff(reference, snapshot) else { return nil }
  if record == .failed { try file.write(snapshot, diffing) }
  return .differs(
    name: name, path: file.path, difference: difference, isRecorded: record == .failed)
}
