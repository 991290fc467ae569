import RecordedValues
import RecordCoding
import SessionLog
import SessionModel

/// The actions and state paths that one log covers.
package struct LogCoverage: Sendable {
  /// An action and a state path that it wrote, with `[…]` for any row, key or element.
  package struct Pair: Hashable, Comparable, Sendable {
    package let action: String
    package let path: String

    package static func < (one: Pair, other: Pair) -> Bool {
      (one.action, one.path) < (other.action, other.path)
    }
  }

  package private(set) var actions: Set<String> = []
  package private(set) var pairs: Set<Pair> = []
  package private(set) var stepCount: UInt64 = 0
  package let knowsChanges: Bool
  /// The number of steps whose changes were not examined because the state is very large.
  package private(set) var leftOutCount: UInt64 = 0
  package private(set) var failure: SessionReadError?

  package init(_ reader: SessionReader) {
    let header = reader.header
    knowsChanges = header.level != .actions
    if case .damaged(let damage) = reader.log.state {
      failure = .log(.damaged(path: reader.log.path, damage: damage))
    }
    do throws(SessionReadError) {
      var entries = try SessionEntries(reader)
      defer { leftOutCount = entries.leftOutCount }
      while let step = try entries.next() {
        stepCount += 1
        // Changes from outside and marks are not actions of the app.
        guard step.kind == .action else { continue }
        let action = header.schema.casePath(of: step.action, as: header.action)
        actions.insert(action)
        for change in entries.changes() ?? [] {
          pairs.insert(Pair(action: action, path: change.path.withoutValues))
        }
      }
    } catch {
      failure = failure ?? error
    }
  }
}
