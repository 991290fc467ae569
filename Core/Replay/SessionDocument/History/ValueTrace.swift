import RecordCoding
package import RecordedValues
import SessionLog
import SessionModel

/// The history of values: the steps of a log that changed the values at some paths, in order.
package struct ValueTrace {
  /// A step, or a gap of lost steps, that changed a traced value.
  package struct Entry: Sendable {
    package let step: RecordedStep?
    package let number: UInt64
    package let firstLost: UInt64?
    /// The time since the beginning of the log, without the unknown time of lost steps.
    package let milliseconds: UInt64
    /// The first step of the effect chain that led to this step.
    package let cause: UInt64
    package let changes: [StateChange]
    /// The changes, with each change of a shared value only once.
    package let shownChanges: [StateChange]
  }

  private let schema: Schema
  private var cursor: SessionCursor
  private var causes = StepCauses()
  private var milliseconds: UInt64 = 0
  private var values: FollowedValues

  /// The initial values, in the order of the paths; `nil` for paths without a value.
  package let beginning: [RecordedValue?]
  package let start: UInt64
  package private(set) var unfinished: RecordedStep?

  package init(_ reader: SessionReader, paths: [ValuePath]) throws(SessionReadError) {
    schema = reader.header.schema
    cursor = try SessionCursor(reader)
    start = cursor.number
    values = FollowedValues(paths, in: cursor.state)
    beginning = values.last
  }

  package var number: UInt64 { cursor.number }

  package mutating func next() throws(SessionReadError) -> Entry? {
    while true {
      let before = cursor.number
      if try cursor.crossGap() {
        let changes = changes()
        guard !changes.isEmpty else { continue }
        return Entry(
          step: nil, number: cursor.number, firstLost: before + 1, milliseconds: milliseconds,
          cause: cursor.number, changes: changes, shownChanges: cursor.merged(changes))
      }
      guard let (step, cause) = try nextStep() else { return nil }
      if step.isUnfinished {
        unfinished = step
        return nil
      }
      guard step.hasChange else { continue }
      let changes = changes()
      guard !changes.isEmpty else { continue }
      return Entry(
        step: step, number: step.number, firstLost: nil, milliseconds: milliseconds,
        cause: cause, changes: changes, shownChanges: cursor.merged(changes))
    }
  }
}

extension ValueTrace {
  private mutating func nextStep() throws(SessionReadError) -> (RecordedStep, UInt64)? {
    guard let step = try cursor.pass() else { return nil }
    milliseconds += step.elapsedMilliseconds
    return (step, causes.note(step.number, step.origin))
  }

  private mutating func changes() -> [StateChange] {
    values.look(at: cursor.state).flatMap { $0.path.changes(from: $0.old, to: $0.new, in: schema) }
  }
}
