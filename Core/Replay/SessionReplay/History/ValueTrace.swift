import RecordCoding
package import RecordSchema
import SessionLog

/// The life of values: the steps of a log that changed what is at some paths, in order.
package struct ValueTrace {
  /// A step that changed a traced value, or steps that were lost and did.
  package struct Entry: Sendable {
    /// The step; `nil` where steps were lost.
    package let step: PassedStep?
    /// The number of the step, or of the last that was lost.
    package let number: UInt64
    /// The number of the first step that was lost, where some were.
    package let firstLost: UInt64?
    /// The time since the log began; what lost steps took is not known.
    package let milliseconds: UInt64
    /// The step with which the chain of effects began that led to this one.
    package let cause: UInt64
    /// What changed.
    package let changes: [StateChange]
  }

  private let schema: Schema
  private var cursor: SessionCursor
  private var causes = StepCauses()
  private var milliseconds: UInt64 = 0
  private var values: FollowedValues

  /// The values at the beginning, in the order of the paths; `nil` for what is not there.
  package let beginning: [RecordedValue?]
  /// The number of the step after which the log begins.
  package let start: UInt64
  /// The step during which the app ended, if it did.
  package private(set) var unfinished: PassedStep?

  /// Traces the values at some paths through a log that holds its states.
  package init(_ reader: SessionReader, paths: [ValuePath]) throws(SessionReadError) {
    schema = reader.header.schema
    cursor = try SessionCursor(reader)
    start = cursor.number
    values = FollowedValues(paths, in: cursor.state)
    beginning = values.last
  }

  /// The number of the last step that was read.
  package var number: UInt64 { cursor.number }

  /// The next step that changed one of the values; `nil` after the last.
  package mutating func next() throws(SessionReadError) -> Entry? {
    while true {
      let before = cursor.number
      if try cursor.crossGap() {
        let changes = changes()
        guard !changes.isEmpty else { continue }
        return Entry(
          step: nil, number: cursor.number, firstLost: before + 1, milliseconds: milliseconds,
          cause: cursor.number, changes: changes)
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
        cause: cause, changes: changes)
    }
  }
}

extension ValueTrace {
  /// The next step that may have changed something, and what began its chain of effects.
  private mutating func nextStep() throws(SessionReadError) -> (PassedStep, UInt64)? {
    guard let step = try cursor.pass() else { return nil }
    milliseconds += step.elapsedMilliseconds
    return (step, causes.note(step.number, step.origin))
  }

  /// What became of the values since the last time.
  private mutating func changes() -> [StateChange] {
    values.look(at: cursor.state).flatMap { $0.path.changes(from: $0.old, to: $0.new, in: schema) }
  }
}
