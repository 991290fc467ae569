import Platform
import RecordCoding
package import RecordedValues
import SessionLog
import SessionModel
package import SessionDocument
package import SessionReplay

/// A report on how values change in the course of a log, as text and as JSON, one entry at a time.
package struct TraceReport {
  private let header: SessionHeader
  private let headline: StepHeadline
  private var lookup: StepLookup
  private let calls: SessionCalls
  /// A cache of the last cause, which consecutive steps of a chain of effects share.
  private var cause: (number: UInt64, action: String)?
  private var actions = ActionTexts()

  package init(_ reader: SessionReader) {
    header = reader.header
    headline = StepHeadline(header: reader.header)
    lookup = StepLookup(reader)
    calls = SessionCalls(reader)
  }

  /// The error of reading calls, if any. The calls before it are known.
  package var fault: SessionReadError? { calls.fault }

  package func beginning(of trace: ValueTrace, _ paths: [ValuePath]) -> [String] {
    let when =
      trace.start == 0 ? "at the beginning" : "after step \(trace.start), where the log begins"
    return zip(paths, trace.beginning).map { path, value in
      let text = value.map { ValueText(schema: header.schema).text(of: $0, as: path.type) }
      return "\(path): \(text ?? "nothing") \(when)".visible
    }
  }

  /// Appends the lines of an entry: the step with its time and cause, the last call before it,
  /// and its changes.
  package mutating func append(
    _ entry: ValueTrace.Entry, paint: Paint, to text: inout String
  ) throws(SessionReadError) {
    if let step = entry.step {
      headline.append(step, width: 5, action: action(of: step), to: &text)
      var details = "  at "
      Self.appendTime(entry.milliseconds, to: &details)
      if entry.cause != entry.number {
        details += ", from step \(entry.cause): \(try causeAction(entry.cause))"
      }
      text += paint.isOn ? paint(details, as: .faint) : details
      if let answer = answer(before: step) {
        text += "\n        \(CallText(header: header).text(of: answer).visible)"
      }
    } else {
      text += "steps \(entry.firstLost ?? entry.number) to \(entry.number) are lost, and with them:"
    }
    text += "\n"
    for change in entry.shownChanges {
      text += "        "
      change.appendWholeText(in: header.schema, to: &text)
      text += "\n"
    }
  }

  package mutating func json(of entry: ValueTrace.Entry) throws(SessionReadError) -> String {
    var result = Result(step: entry.number, milliseconds: entry.milliseconds)
    if let step = entry.step {
      result.origin = step.originName
      if case .received(let startedBy) = step.origin { result.startedBy = startedBy }
      result.action = action(of: step)
      result.call = answer(before: step).map {
        CallResult($0, header: header, text: CallText(header: header, isWhole: true))
      }
      if entry.cause != entry.number {
        result.cause = entry.cause
        result.causeAction = try causeAction(entry.cause)
      }
    } else {
      result.firstLost = entry.firstLost
    }
    result.changes = entry.changes.map { ChangeResult($0, in: header.schema) }
    return JSONText.line(result)
  }

  package func beginningJSON(of trace: ValueTrace, _ paths: [ValuePath]) -> String {
    JSONText.line(
      zip(paths, trace.beginning).map { path, value in
        ChangeResult(
          StateChange(path: path.text, old: nil, new: value, type: path.type), in: header.schema)
      })
  }

  /// Returns the last answer that the effect got before it sent the action of a step.
  private func answer(before step: RecordedStep) -> RecordedAnswer? {
    calls.answers(before: step.number, step.origin, limit: 1).answers.first
  }

  private mutating func action(of step: RecordedStep) -> String {
    guard step.kind == .action else { return headline.action(of: step) }
    return actions.text(of: step.action) { _ in headline.action(of: step) }
  }

  private mutating func causeAction(_ number: UInt64) throws(SessionReadError) -> String {
    if let cause, cause.number == number { return cause.action }
    let action = try lookup.step(number).map(headline.action) ?? "not in the log"
    cause = (number, action)
    return action
  }

  private static func appendTime(_ milliseconds: UInt64, to text: inout String) {
    let rest = String(milliseconds % 1000)
    text += String(milliseconds / 1000)
    text += "."
    for _ in rest.utf8.count..<3 { text += "0" }
    text += rest
    text += " s"
  }

  private struct Result: Encodable {
    let step: UInt64
    let milliseconds: UInt64
    var origin: String?
    var startedBy: UInt64?
    var action: String?
    var cause: UInt64?
    var causeAction: String?
    /// The call whose answer led to the action.
    var call: CallResult?
    var firstLost: UInt64?
    var changes: [ChangeResult] = []

    init(step: UInt64, milliseconds: UInt64) {
      self.step = step
      self.milliseconds = milliseconds
    }
  }
}

struct ChangeResult: Encodable {
  let path: String
  let old: String?
  let new: String?

  init(_ change: StateChange, in schema: Schema) {
    let values = ValueText(schema: schema)
    path = change.path
    old = change.old.map { values.text(of: $0, as: change.type) }
    new = change.new.map { values.text(of: $0, as: change.type) }
  }
}

extension RecordedStep {
  var originName: String {
    switch (kind, origin) {
    case (.outsideChange, _): "outside"
    case (.mark, _): "mark"
    case (.action, .sent): "sent"
    case (.action, .received): "received"
    }
  }
}
