import ComposableArchitecture
import SessionReplay
import RecordSchema

/// A step of a running session as text, for a list of steps; bounded, whatever the step holds.
package struct ShownStep: Equatable, Sendable {
  /// More changes than these are counted.
  package static let changeLimit = 100
  /// No screen is as wide as this: what a text has beyond it would be laid out in vain each time.
  package static let width = 1000
  /// A value has no more characters than this among the changes.
  private static let valueLimit = 300

  /// The number of the step.
  package let number: UInt64
  /// The step whose effect sent the action, if one did.
  package let startedBy: UInt64?
  /// The action.
  package let action: String
  /// The changes on one line, long values cut.
  package let summary: String
  /// The changes, a line each, with more of long values.
  package let changes: [String]
  /// Whether the reducer returned an effect.
  package let hasEffect: Bool

  /// Creates a step of its texts.
  package init(
    number: UInt64, startedBy: UInt64? = nil, action: String, summary: String = "",
    changes: [String] = [], hasEffect: Bool = false
  ) {
    self.number = number
    self.startedBy = startedBy
    self.action = String(action.prefix(Self.width))
    self.summary = String(summary.prefix(Self.width))
    self.changes = changes
    self.hasEffect = hasEffect
  }

  /// Creates a step of what it changed.
  init(
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
