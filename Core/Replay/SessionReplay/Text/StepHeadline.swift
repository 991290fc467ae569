import ActionText
package import RecordCoding
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
    var text = ""
    append(step, width: width, action: action, to: &text)
    return text
  }

  /// Appends the same; a million lines are made in one text faster than one by one.
  package func append(
    _ step: PassedStep, width: Int, action: String, to text: inout String
  ) {
    let number = String(step.number)
    for _ in 0..<max(0, width - number.utf8.count) { text += " " }
    text += number
    switch (step.kind, step.origin) {
    case (.action, .sent): text += " · "
    case (.action, .received(let startedBy)):
      text += " ←"
      text += String(startedBy)
      text += " "
    case (.mark, _), (.outsideChange, _): text += " ~ "
    }
    text += action
    if step.isUnfinished { text += " (unfinished)" }
  }

  /// The action, or what stands for it, with nothing that a terminal obeys.
  package func action(of step: PassedStep) -> String {
    step.kind.text(of: step.action) { actions.text(of: $0) }.visible
  }
}

extension StateChange {
  /// The change with its whole values: `counter.count: 0 → 1`; what came or went has a sign. It holds
  /// nothing that a terminal obeys.
  package func wholeText(in schema: Schema) -> String {
    var text = ""
    appendWholeText(in: schema, to: &text)
    return text
  }

  /// Appends the same.
  package func appendWholeText(in schema: Schema, to text: inout String) {
    let values = ValueText(schema: schema)
    text += path.isEmpty ? "state" : path.visible
    switch (old, new) {
    case (let old?, let new?):
      text += ": "
      text += values.text(of: old, as: type).visible
      text += " → "
      text += values.text(of: new, as: type).visible
    case (nil, let new?):
      text += ": + "
      text += values.text(of: new, as: type).visible
    case (let old?, nil):
      text += ": - "
      text += values.text(of: old, as: type).visible
    case (nil, nil): break
    }
  }
}
