import DependencyInjection
import Foundation
import Platform

struct SnapshotFile {
  let url: URL

  /// Creates the file of a test's snapshot: `__Snapshots__/FileName/testName.identifier.txt`.
  init(directory: URL, test: String, identifier: String, pathExtension: String?) {
    let name = [test.pathComponent, identifier.pathComponent] + [pathExtension].compactMap { $0 }
    url = directory.appendingPathComponent(name.joined(separator: "."))
  }

  /// Returns the folder for the snapshots of a test file, which is next to the file.
  static func directory(forTestsIn path: String) -> URL {
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
  /// The string with a hyphen for each run of characters other than letters, digits and `_`.
  fileprivate var pathComponent: String {
    let words = split { !($0.isLetter || $0.isNumber || $0 == "_") }
    return words.isEmpty ? "unnamed" : words.joined(separator: "-")
  }
}

/// Counts a test's unnamed snapshots. As a dependency, it has a separate default for each test.
final class SnapshotNumbers: DependencyKey, Sendable {
  static var liveValue: SnapshotNumbers { SnapshotNumbers() }
  static var testValue: SnapshotNumbers { SnapshotNumbers() }

  private let last = Mutex<[String: Int]>([:])

  func next(in directory: String, test: String) -> Int {
    last.withLock { last in
      last["\(directory)\n\(test)", default: 0] += 1
      return last["\(directory)\n\(test)", default: 1]
    }
  }
}

package enum SnapshotError: Error {
  case unknownRecordMode(String)
  case noValue(any Error)
  case noSnapshot(type: Any.Type, any Error)
  case unreadable(path: String, any Error)
  case undecodable(path: String, any Error)
  case unwritable(path: String, any Error)
}

extension SnapshotError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unknownRecordMode(let text):
      let modes = SnapshotTestingConfiguration.Record.allCases.map(\.rawValue)
      return """
        Invalid record mode '\(text)' in SNAPSHOT_TESTING_RECORD: expected one of \
        \(modes.joined(separator: ", ")).
        """
    case .noValue(let error):
      return "Threw error: \(error)"
    case .noSnapshot(let type, let error):
      return """
        Cannot create a snapshot of a value of type '\(type)': \(error). Change the value to one \
        that the strategy supports, or use another strategy, such as '.dump'.
        """
    case .unreadable(let path, let error):
      return """
        The snapshot '\(path)' cannot be read: \(Self.reason(of: error)). Make the file readable, \
        or delete it and run the test again to record it.
        """
    case .undecodable(let path, let error):
      return """
        The file '\(path)' does not contain a snapshot: \(Self.reason(of: error)). Restore it, or \
        delete it and run the test again to record it.
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
