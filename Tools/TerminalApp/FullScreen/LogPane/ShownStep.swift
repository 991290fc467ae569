package import RecordedValues
package import RecordCoding
import SessionReplay

/// The text of a step in a list of steps, whose length is limited.
package struct ShownStep: Equatable, Sendable {
  /// The maximum number of listed changes. Further changes are only counted.
  package static let changeLimit = 100
  /// The maximum number of characters in a line. It exceeds the width of any screen.
  package static let width = 1000
  /// The maximum number of characters in a value of a change.
  private static let valueLimit = 300

  package let number: UInt64
  /// The step whose effect sent the action; `nil` if no effect did.
  package let startedBy: UInt64?
  package let action: String
  /// The changes on one line, with long values truncated.
  package let summary: String
  /// The changes, one per line, with up to `valueLimit` characters of each value.
  package let changes: [String]
  package let hasEffect: Bool

  package init(
    number: UInt64, startedBy: UInt64? = nil, action: String, summary: String = "",
    changes: [String] = [], hasEffect: Bool = false
  ) {
    self.number = number
    self.startedBy = startedBy
    self.action = action.shortenedAction(to: Self.width)
    self.summary = String(summary.prefix(Self.width))
    self.changes = changes
    self.hasEffect = hasEffect
  }

  package init(
    _ number: UInt64, _ origin: StepOrigin, _ action: String, _ changes: [StateChange],
    hasEffect: Bool, in schema: Schema
  ) {
    var startedBy: UInt64?
    if case .received(let step) = origin { startedBy = step }
    var lines = changes.prefix(Self.changeLimit).map {
      $0.shortened(in: schema, to: Self.valueLimit).plainLine
    }
    let others = changes.count - lines.count
    if others > 0 { lines.append("… \(others) more") }
    self.init(
      number: number, startedBy: startedBy, action: action,
      summary: changes.isEmpty ? "" : StateChange.text(of: changes, in: schema), changes: lines,
      hasEffect: hasEffect)
  }
}
