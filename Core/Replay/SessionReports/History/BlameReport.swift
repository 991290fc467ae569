import Platform
import RecordCoding
import RecordedValues
import SessionLog
import SessionModel
package import SessionDocument
package import SessionReplay

/// A report on the steps that last wrote each part of a state, as text and as JSON.
package struct BlameReport {
  private static let actionLimit = 36
  private static let initial = "initial"
  private static let lost = "lost in a gap"

  private let blame: StateBlame
  private let header: SessionHeader
  private var actions: [UInt64: String] = [:]
  private let lines: [WrittenLine]

  /// Creates a report and reads the actions that it shows; `isWhole` turns off folding.
  package init(
    _ blame: StateBlame, _ reader: SessionReader, isWhole: Bool
  ) throws(SessionReadError) {
    self.blame = blame
    header = reader.header
    lines = ValueText(schema: header.schema).lines(
      of: blame.state, as: header.state, writtenBy: blame.writes, folding: !isWhole)
    let headline = StepHeadline(header: header)
    var lookup = StepLookup(reader)
    // Read in order, to read each block once.
    for step in Set(lines.compactMap(\.step)).sorted() where step > blame.start {
      actions[step] = try lookup.step(step).map(headline.action) ?? Self.lost
    }
  }

  package func text(paint: Paint) -> [String] {
    let shown = lines.map { line -> (step: String, action: String) in
      guard let step = line.step else { return ("", "") }
      guard step > blame.start else { return ("", Self.initial) }
      let action = actions[step] ?? Self.lost
      let isLong = action.count > Self.actionLimit
      return ("\(step)", isLong ? "\(action.prefix(Self.actionLimit - 1))…" : action)
    }
    let stepWidth = shown.map(\.step.count).max() ?? 0
    let actionWidth = shown.map(\.action.count).max() ?? 0
    return zip(lines, shown).map { line, shown in
      let step = String(repeating: " ", count: stepWidth - shown.step.count) + shown.step
      let action = shown.action + String(repeating: " ", count: actionWidth - shown.action.count)
      return paint("\(step) \(action)", as: .faint) + " │ " + line.text.visible
    }
  }

  package var json: String {
    let values = lines.compactMap { line -> Value? in
      guard let value = line.value else { return nil }
      let step = line.step.flatMap { $0 > blame.start ? $0 : nil }
      return Value(
        path: value.path, value: value.text, step: step, action: step.flatMap { actions[$0] })
    }
    return JSONText.line(Result(step: blame.step, values: values))
  }

  private struct Result: Encodable {
    let step: UInt64
    let values: [Value]
  }

  private struct Value: Encodable {
    let path: String
    let value: String
    /// `nil` if no step of the log has written the value.
    let step: UInt64?
    let action: String?
  }
}
