import DependencyInjection
import Foundation

/// Fails the test if the snapshot of a value differs from the stored one.
///
/// Snapshots are stored next to the test, in `__Snapshots__/FileName/testName.1.txt`. If a snapshot
/// has a name, the name replaces the number. A missing snapshot is recorded, and fails the test
/// once. `withSnapshotTesting` and the environment variable `SNAPSHOT_TESTING_RECORD` change which
/// snapshots are recorded.
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
  reportIssue(failure, fileID: fileID, filePath: filePath, line: line, column: column)
}

/// Returns how the snapshot of a value fails to match the stored one, or `nil` if it matches.
///
/// Snapshots are stored in `snapshotDirectory`. The default directory is next to the test.
public func verifySnapshot<Value, Format>(
  of value: @autoclosure () throws -> Value, as snapshotting: Snapshotting<Value, Format>,
  named name: String? = nil, record: SnapshotTestingConfiguration.Record? = nil,
  snapshotDirectory: String? = nil,
  fileID: StaticString = #fileID, file filePath: StaticString = #filePath,
  testName: String = #function, line: UInt = #line, column: UInt = #column
) -> String? {
  let directory =
    snapshotDirectory.map { URL(fileURLWithPath: $0, isDirectory: true) }
    ?? SnapshotFile.directory(forTestsIn: filePath.description)
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

/// Uses two statements, because `??` erases the type of an error that its right side throws.
private func resolve(
  _ record: SnapshotTestingConfiguration.Record?
) throws(SnapshotError) -> SnapshotTestingConfiguration.Record {
  if let record = record ?? SnapshotTestingConfiguration.current?.record { return record }
  return try .fromEnvironment()
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

enum SnapshotFailure {
  case recorded(path: String, test: String)
  case recordedMissing(path: String, test: String)
  case missing(path: String)
  case differs(name: String?, path: String, difference: String, isRecorded: Bool)
}

extension SnapshotFailure: CustomStringConvertible {
  var description: String {
    switch self {
    case .recorded(let path, let test):
      return """
        Record mode is on. Automatically recorded snapshot:

            \(path)

        Look it over, turn the record mode off, and run "\(test)" again to compare with it.
        """
    case .recordedMissing(let path, let test):
      return """
        No reference was found on disk. Automatically recorded snapshot:

            \(path)

        Look it over, and run "\(test)" again to compare with it.
        """
    case .missing(let path):
      return """
        No reference was found on disk. New snapshot was not recorded because recording is disabled

            \(path)

        Run the test with the record mode 'missing' to record it.
        """
    case .differs(let name, let path, let difference, let isRecorded):
      let title = "Snapshot\(name.map { " \"\($0)\"" } ?? "") does not match reference."
      let lines = difference.split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0.isEmpty ? "" : "    \($0)" }
      return """
        \(title)\(isRecorded ? " A new snapshot was automatically recorded." : "")

            \(path)

        \(lines.joined(separator: "\n"))

        (Reference: −, Actual: +)
        """
    }
  }
}
