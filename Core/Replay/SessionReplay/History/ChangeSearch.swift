import RecordCoding
package import RecordSchema
import SessionLog

/// Looks for the step nearest to another that changed a value, a part of the log at a time.
///
/// What was lost in a gap is not what the step behind it changed.
package struct ChangeSearch {
  /// Where to look.
  package enum Direction: Sendable {
    case forward, backward
  }

  /// What came of a search.
  package enum Outcome: Equatable, Sendable {
    /// The number of the step.
    case found(UInt64)
    /// No step there changed the value.
    case nothing
  }

  /// After so many steps it is asked whether the time is over.
  private static let slice = 64

  private let reader: SessionReader
  private let paths: [ValuePath]
  private let direction: Direction
  private var cursor: SessionCursor
  private var values: FollowedValues
  /// The step after whose whole state the stretch at hand begins.
  private var start: UInt64
  /// The last step of the stretch.
  private var last: UInt64
  /// The last step of the stretch that changed the value, if one did.
  private var found: UInt64?

  /// Looks for changes behind a step, or before it; of the whole state if there is no path.
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

  /// The number of the step that was looked at last.
  package var number: UInt64 { cursor.number }

  /// Goes on looking; `nil` if it was told to stop before it was done.
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

  /// Begins with the steps between the whole state before the stretch and the stretch.
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
