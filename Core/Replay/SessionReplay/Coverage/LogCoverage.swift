import RecordCoding
import RecordSchema
import SessionLog

/// What one log exercises of its app.
package struct LogCoverage: Sendable {
  /// An action and a path of the state that it wrote, with `[…]` for any row, key or element.
  package struct Pair: Hashable, Comparable, Sendable {
    package let action: String
    package let path: String

    package static func < (one: Pair, other: Pair) -> Bool {
      (one.action, one.path) < (other.action, other.path)
    }
  }

  /// The actions, by the names of their cases.
  package private(set) var actions: Set<String> = []
  /// The actions with what they wrote.
  package private(set) var pairs: Set<Pair> = []
  /// How many steps the log has, as far as it can be read.
  package private(set) var stepCount: UInt64 = 0
  /// Whether the log says what its steps wrote.
  package let knowsChanges: Bool
  /// How many steps of very large states changed what was not looked at.
  package private(set) var leftOutCount: UInt64 = 0
  /// Why the log could not be read to its end.
  package private(set) var failure: SessionReadError?

  /// Reads all steps of a log.
  package init(_ reader: SessionReader) {
    let header = reader.header
    knowsChanges = header.level == .steps
    if case .damaged(let damage) = reader.log.state {
      failure = .log(.damaged(path: reader.log.path, damage: damage))
    }
    do throws(SessionReadError) {
      var steps = try ComparedSteps(reader, after: 0)
      defer { leftOutCount = steps.leftOutCount }
      while let (step, changes) = try steps.next() {
        stepCount += 1
        // What came from outside, and marks, are no actions of the app.
        guard step.kind == .action else { continue }
        let action = header.schema.casePath(of: step.action, as: header.action)
        actions.insert(action)
        for change in changes ?? [] {
          pairs.insert(Pair(action: action, path: change.path.withoutValues))
        }
      }
    } catch {
      failure = failure ?? error
    }
  }
}
