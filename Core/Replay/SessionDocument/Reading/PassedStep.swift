package import RecordCoding
package import RecordedValues
package import SessionModel

/// A step without its dependency reads, for searches through a log.
package struct PassedStep: Sendable {
  package let number: UInt64
  package let origin: StepOrigin
  package let elapsedMilliseconds: UInt64
  package let isUnfinished: Bool
  package let kind: StepKind
  /// The action, the effect, and the location of the change.
  package let row: RecordedRow

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

  /// The action. Empty for a change from outside, and the text of a mark.
  package var action: RecordedValue { row.action }

  package var hasChange: Bool { row.change != nil }
}
