package import ComposableArchitecture
package import RecordCoding

/// A step of a session on one line: its number, where it came from, its action and what changed.
package struct StepLine: Sendable {
  /// The column in which the changes begin, if the action leaves room.
  private static let changesColumn = 44

  private let schema: Schema
  private let actions: ActionText
  private let paint: Paint
  private let width: Int?

  /// Prepares to print steps of a schema; lines are cut to the width, if one is given.
  package init(
    schema: Schema, action: TypeReference, paint: Paint = .none, width: Int? = nil
  ) {
    self.schema = schema
    self.paint = paint
    self.width = width
    actions = ActionText(schema: schema, type: action)
  }

  /// `    3 · counter.incrTapped   counter.count: 0 → 1`; `←` marks what an effect sent, and the
  /// number behind it is that of the step which started the effect.
  package func text(
    number: UInt64, origin: StepOrigin, action: RecordedValue, changes: [StateChange]
  ) -> String {
    let head = head(number: number, origin: origin, action: action)
    guard !changes.isEmpty else { return cut(head, to: width) }
    let gap = gap(behind: head)
    // Colour takes no room on the screen, so that the cut is made before it.
    let plain = StateChange.text(of: changes, in: schema)
    if let width, head.count + gap.count + plain.count > width {
      return cut(head + gap + plain, to: width)
    }
    return head + gap + StateChange.text(of: changes, in: schema, paint: paint)
  }

  /// A recorded step and what it changed.
  package func text(of step: RecordedStep, changes: [StateChange]) -> String {
    guard step.isUnfinished else {
      return text(number: step.number, origin: step.origin, action: step.action, changes: changes)
    }
    let head = head(number: step.number, origin: step.origin, action: step.action)
    let note = "unfinished: the app ended while it was reducing this step"
    let plain = head + gap(behind: head) + note
    if let width, plain.count > width { return cut(plain, to: width) }
    return head + gap(behind: head) + paint(note, as: .warning)
  }

  private func head(number: UInt64, origin: StepOrigin, action: RecordedValue) -> String {
    let arrow =
      switch origin {
      case .sent: "·"
      case .received(let startedBy): "←\(startedBy)"
      }
    let number = String(number)
    let padding = String(repeating: " ", count: max(0, 5 - number.count))
    return "\(padding)\(number) \(arrow) \(actions.text(of: action))"
  }

  private func gap(behind head: String) -> String {
    String(repeating: " ", count: max(2, Self.changesColumn - head.count))
  }

  private func cut(_ text: String, to width: Int?) -> String {
    guard let width, text.count > width, width > 0 else { return text }
    return "\(text.prefix(width - 1))…"
  }
}
