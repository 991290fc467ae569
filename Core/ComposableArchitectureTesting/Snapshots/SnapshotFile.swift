import DependencyInjection
import Foundation
import Synchronization

/// The file that keeps a snapshot.
struct SnapshotFile {
  let url: URL

  /// The file of a snapshot of a test: `__Snapshots__/FileName/testName.identifier.txt`.
  init(directory: URL, test: String, identifier: String, pathExtension: String?) {
    let name = [test.pathComponent, identifier.pathComponent] + [pathExtension].compactMap { $0 }
    url = directory.appendingPathComponent(name.joined(separator: "."))
  }

  /// The folder of all snapshots of a file of tests, which stands beside it.
  static func directory(besideTestsIn path: String) -> URL {
    let file = URL(fileURLWithPath: path)
    return file.deletingLastPathComponent().appendingPathComponent("__Snapshots__")
      .appendingPathComponent(file.deletingPathExtension().lastPathComponent)
  }

  var path: String { url.path }

  var exists: Bool {
    FileManager.default.fileExists(atPath: path)
  }

  func read<Format>(_ diffing: Diffing<Format>) throws(SnapshotError) -> Format {
    let data: Data
    do {
      data = try Data(contentsOf: url)
    } catch {
      throw .unreadable(path: path, error)
    }
    do {
      return try diffing.fromData(data)
    } catch {
      throw .undecodable(path: path, error)
    }
  }

  func write<Format>(_ snapshot: Format, _ diffing: Diffing<Format>) throws(SnapshotError) {
    do {
      let data = try diffing.toData(snapshot)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try data.write(to: url, options: .atomic)
    } catch {
      throw .unwritable(path: path, error)
    }
  }
}

extension String {
  /// The text with a hyphen for each run of what is neither a letter, a digit nor an underscore.
  fileprivate var pathComponent: String {
    let words = split { !($0.isLetter || $0.isNumber || $0 == "_") }
    return words.isEmpty ? "unnamed" : words.joined(separator: "-")
  }
}

/// Counts the snapshots of a test that have no names.
///
/// It is a dependency because its default value is another in each test.
final class SnapshotNumbers: DependencyKey, Sendable {
  static var liveValue: SnapshotNumbers { SnapshotNumbers() }
  static var testValue: SnapshotNumbers { SnapshotNumbers() }

  private let last = Mutex<[String: Int]>([:])

  /// The number of the next snapshot in a folder, of a test of this name.
  func next(in directory: String, test: String) -> Int {
    last.withLock { last in
      last["\(directory)\n\(test)", default: 0] += 1
      return last["\(directory)\n\(test)", default: 1]
    }
  }
}

/// Why a snapshot could not be tested.
package enum SnapshotError: Error {
  /// The environment asks for a record mode that there is not.
  case unknownRecordMode(String)
  /// No value was to be had.
  case noValue(any Error)
  /// No snapshot could be made of the value.
  case noSnapshot(type: Any.Type, any Error)
  /// The file of the snapshot cannot be read.
  case unreadable(path: String, any Error)
  /// The file keeps no snapshot.
  case undecodable(path: String, any Error)
  /// The snapshot cannot be written to its file.
  case unwritable(path: String, any Error)
}

extension SnapshotError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unknownRecordMode(let text):
      let modes = SnapshotTestingConfiguration.Record.allCases.map(\.rawValue)
      return """
        SNAPSHOT_TESTING_RECORD is '\(text)', which is no record mode: set it to one of \
        \(modes.joined(separator: ", ")).
        """
    case .noValue(let error):
      return "Threw error: \(error)"
    case .noSnapshot(let type, let error):
      return """
        No snapshot could be made of a value of the type '\(type)': \(error). Make the value one \
        that the strategy can take, or take another strategy, such as '.dump'.
        """
    case .unreadable(let path, let error):
      return """
        The snapshot '\(path)' cannot be read: \(Self.reason(of: error)). Make the file readable, \
        or delete it and run the test again to record it.
        """
    case .undecodable(let path, let error):
      return """
        The file '\(path)' keeps no snapshot: \(Self.reason(of: error)). Restore it, or delete it \
        and run the test again to record it.
        """
    case .unwritable(let path, let error):
      return """
        The snapshot '\(path)' cannot be written: \(Self.reason(of: error)). Make the folder \
        writable, or record the snapshot elsewhere.
        """
    }
  }

  private static func reason(of error: any Error) -> String {
    let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
    if let posix = (cause ?? error) as? POSIXError {
      return String(cString: strerror(posix.code.rawValue))
    }
    return "\(cause ?? error)"
  }
}
