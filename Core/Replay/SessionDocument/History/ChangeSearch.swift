import RecordCoding
package import RecordedValues
import SessionLog

/// A search for the nearest step, before or after a given one, that changed a value.
///
/// Changes that were lost in a gap do not count as changes of the step after it.
package struct ChangeSearch {
  package enum Direction: Sendable {
    case forward, backward
  }

  package enum Outcome: Equatable, Sendable {
    case found(UInt64)
    case nothing
  }

  private static let slice = 64

  private let reader: SessionReader
  private let paths: [ValuePath]
  private let direction: Direction
  private var cursor: SessionCursor
  private var values: FollowedValues
  /// The step with the stored state at which the current range begins.
  private var start: UInt64
  private var last: UInt64
  private var found: UInt64?

  /// Creates a search for changes of the value at a path, or of the whole state without one.
  package init(
    _ reader: SessionReader, of path: ValuePath?, from step: UInt64, _ direction: Direction
  ) throws(SessionReadError) {
    self.reader = reader
    self.direction = direction
    paths = path.map { [$0] } ?? []
    let isForward = direction == .forward
    last = isForward ? .max : step - min(step, 1)
    start = isForward ? step : reader.lastKnownState(before: last - min(last, 1))
    cursor = try SessionCursor(reader, at: start)
    values = FollowedValues(paths, in: cursor.state)
  }

  package var number: UInt64 { cursor.number }

  /// Continues the search. Returns `nil` if `isOver` stopped it before it finished.
  package mutating func proceed(
    until isOver: () -> Bool = { false }
  ) throws(SessionReadError) -> Outcome? {
    while true {
      for _ in 0..<Self.slice {
        guard cursor.number < last, let step = try nextStep() else {
          guard direction == .backward else { return .nothing }
          if let found { return .found(found) }
          guard try beginStretchBefore() else { return .nothing }
          continue
        }
        guard step.changed else { continue }
        if direction == .forward { return .found(step.number) }
        found = step.number
      }
      if isOver() { return nil }
    }
  }

  private mutating func nextStep() throws(SessionReadError) -> (number: UInt64, changed: Bool)? {
    if try cursor.crossGap() { _ = values.look(at: cursor.state) }
    guard cursor.number < last, let step = try cursor.pass(), !step.isUnfinished else { return nil }
    guard step.hasChange else { return (step.number, false) }
    return (step.number, paths.isEmpty || !values.look(at: cursor.state).isEmpty)
  }

  private mutating func beginStretchBefore() throws(SessionReadError) -> Bool {
    guard start > reader.log.stepsBeforeStart else { return false }
    last = start
    start = reader.lastKnownState(before: last - 1)
    cursor = try SessionCursor(reader, at: start)
    guard cursor.number < last else { return false }
    values = FollowedValues(paths, in: cursor.state)
    return true
  }
}
