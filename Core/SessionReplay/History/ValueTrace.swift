import ComposableArchitecture
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

  private var paths: [ValuePath]
  private let schema: Schema
  private var cursor: SessionCursor
  private var causes = StepCauses()
  private var milliseconds: UInt64 = 0
  private var last: [RecordedValue?]

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
    let state = cursor.state
    let paths = paths.map { $0.isShortened ? $0.resolved(in: state) ?? $0 : $0 }
    self.paths = paths
    beginning = paths.map { $0.value(in: state) }
    last = beginning
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
    var changes: [StateChange] = []
    for index in paths.indices {
      if paths[index].isShortened, let whole = paths[index].resolved(in: cursor.state) {
        paths[index] = whole
      }
      let path = paths[index]
      let new = path.value(in: cursor.state)
      let old = last[index]
      if old == new { continue }
      last[index] = new
      changes += path.changes(from: old, to: new, in: schema)
    }
    return changes
  }
}
