package import RecordSchema

/// A step as a search through a log sees it: without what it read from its dependencies.
package struct PassedStep: Sendable {
  /// The number of the step.
  package let number: UInt64
  /// Where the action came from.
  package let origin: StepOrigin
  /// The time since the step before.
  package let elapsedMilliseconds: UInt64
  /// Whether the app ended while it was reducing the step.
  package let isUnfinished: Bool
  /// What the step is.
  package let kind: StepKind
  /// The action, the effect, and the location of the change.
  package let row: RecordedRow

  /// Creates a step of all its parts.
  package init(
    number: UInt64, origin: StepOrigin, elapsedMilliseconds: UInt64, isUnfinished: Bool,
    kind: StepKind, row: RecordedRow
  ) {
    self.number = number
    self.origin = origin
    self.elapsedMilliseconds = elapsedMilliseconds
    self.isUnfinished = isUnfinished
    self.kind = kind
    self.row = row
  }

  /// The action; of a change from outside it is empty, of a mark its text.
  package var action: RecordedValue { row.action }

  /// Whether the state changed.
  package var hasChange: Bool { row.change != nil }
}
