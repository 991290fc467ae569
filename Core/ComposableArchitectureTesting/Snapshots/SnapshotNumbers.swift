import DependencyInjection
import Synchronization

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
