import Platform
import RecordedValues
package import RecordCoding
import SessionLog
package import SessionModel
package import SessionDocument

/// A formatter that prints the number, origin and action of steps, without their changes.
package struct StepHeadline: Sendable {
  private let actions: ActionText

  package init(header: SessionHeader) {
    actions = ActionText(schema: header.schema, type: header.action)
  }

  /// Returns `3 · counter.incrTapped`, `9 ←8 counter.nthPrimeResponse(23)` or `4 ~ mark: lunch`.
  package func text(of step: RecordedStep, width: Int = 0) -> String {
    text(of: step, width: width, action: action(of: step))
  }

  package func text(of step: RecordedStep, width: Int, action: String) -> String {
    var text = ""
    append(step, width: width, action: action, to: &text)
    return text
  }

  /// Appends the text of a step. For millions of lines, this is faster than creating single
  /// strings.
  package func append(
    _ step: RecordedStep, width: Int, action: String, to text: inout String
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

  /// Returns the action, or a description of a different kind of step, with control characters
  /// escaped.
  package func action(of step: RecordedStep) -> String {
    step.kind.text(of: step.action) { actions.compactText(of: $0) }.visible
  }
}

extension StateChange {
  /// The change with complete values, and control characters escaped: `counter.count: 0 → 1`.
  package func wholeText(in schema: Schema) -> String {
    var text = ""
    appendWholeText(in: schema, to: &text)
    return text
  }

  package func appendWholeText(in schema: Schema, to text: inout String) {
    let values = ValueText(schema: schema)
    text += path.isEmpty ? "state" : name.visible
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
    if let sharing { text += Self.text(ofOtherPaths: sharing.others.count) }
  }
}
