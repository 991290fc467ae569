import ActionText
package import ComposableArchitecture
import RecordSchema

/// Prints steps by their number, origin and action, without what they changed.
package struct StepHeadline: Sendable {
  private let actions: ActionText

  /// Prepares to print the steps of a log.
  package init(header: SessionHeader) {
    actions = ActionText(schema: header.schema, type: header.action)
  }

  /// `3 · counter.incrTapped`, `9 ←8 counter.nthPrimeResponse(23)` or `4 ~ mark: lunch`.
  package func text(of step: PassedStep, width: Int = 0) -> String {
    text(of: step, width: width, action: action(of: step))
  }

  /// The same for an action whose text is known.
  package func text(of step: PassedStep, width: Int, action: String) -> String {
    let number = String(step.number)
    let padding = String(repeating: " ", count: max(0, width - number.utf8.count))
    return "\(padding)\(number) \(arrow(of: step)) \(action)"
      + (step.isUnfinished ? " (unfinished)" : "")
  }

  /// The action, or what stands for it, with nothing that a terminal obeys.
  package func action(of step: PassedStep) -> String {
    step.kind.text(of: step.action) { actions.text(of: $0) }.visible
  }

  private func arrow(of step: PassedStep) -> String {
    guard step.kind == .action else { return "~" }
    return switch step.origin {
    case .sent: "·"
    case .received(let startedBy): "←\(startedBy)"
    }
  }
}

extension StateChange {
  /// The change with its whole values: `counter.count: 0 → 1`; what came or went has a sign. It holds
  /// nothing that a terminal obeys.
  package func wholeText(in schema: Schema) -> String {
    let values = ValueText(schema: schema)
    let path = path.isEmpty ? "state" : path.visible
    func shown(_ value: RecordedValue) -> String { values.text(of: value, as: type).visible }
    let (old, new) = (old.map(shown), new.map(shown))
    return switch (old, new) {
    case (let old?, let new?): "\(path): \(old) → \(new)"
    case (nil, let new?): "\(path): + \(new)"
    case (let old?, nil): "\(path): - \(old)"
    case (nil, nil): path
    }
  }
}
