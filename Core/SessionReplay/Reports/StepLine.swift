package import ActionText
package import ComposableArchitecture
package import RecordCoding
package import RecordSchema

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
    guard !changes.isEmpty else { return cut(head.text, to: width) }
    // Colour takes no room on the screen, so that the cut is made before it.
    let plain = StateChange.text(of: changes, in: schema)
    guard paint.isOn || width != nil else { return head.text + head.gap + plain }
    if let width, head.count + head.gap.count + plain.count > width {
      return cut(head.text + head.gap + plain, to: width)
    }
    return head.text + head.gap + StateChange.text(of: changes, in: schema, paint: paint)
  }

  /// A recorded step and what it changed.
  package func text(of step: RecordedStep, changes: [StateChange]) -> String {
    guard step.isUnfinished else {
      return text(number: step.number, origin: step.origin, action: step.action, changes: changes)
    }
    let head = head(number: step.number, origin: step.origin, action: step.action)
    let note = "unfinished: the app ended while it was reducing this step"
    let plain = head.text + head.gap + note
    if let width, plain.count > width { return cut(plain, to: width) }
    return head.text + head.gap + paint(note, as: .warning)
  }

  /// What stands before the changes of a step.
  private struct Head {
    let text: String
    let count: Int

    var gap: String { String(repeating: " ", count: max(2, StepLine.changesColumn - count)) }
  }

  private func head(number: UInt64, origin: StepOrigin, action: RecordedValue) -> Head {
    let arrow =
      switch origin {
      case .sent: "·"
      case .received(let startedBy): "←\(startedBy)"
      }
    let number = String(number)
    let padding = String(repeating: " ", count: max(0, 5 - number.utf8.count))
    let action = actions.text(of: action)
    // Shorter to count than the whole, whose arrow is not ASCII.
    let count = max(5, number.utf8.count) + arrow.count + action.displayCount + 2
    return Head(text: "\(padding)\(number) \(arrow) \(action)", count: count)
  }

  private func cut(_ text: String, to width: Int?) -> String {
    guard let width, text.count > width, width > 0 else { return text }
    return "\(text.prefix(width - 1))…"
  }
}

extension String {
  /// The number of characters; quickly where all are printed ASCII.
  fileprivate var displayCount: Int {
    // No two of these make one character.
    utf8.allSatisfy { (0x20..<0x7F).contains($0) } ? utf8.count : count
  }
}
