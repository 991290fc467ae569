import ActionText
import ComposableArchitecture
import RecordCoding
import RecordSchema

/// The steps of a log that lead to one, and that one.
struct StepContext {
  /// How many steps before are shown.
  private static let stepsBefore: UInt64 = 5

  /// The lines as `show` prints them; fewer, or none, if the log cannot be read there.
  private(set) var lines: [String] = []
  /// The feature that declares the action of the step.
  private(set) var feature: String?

  /// Reads the steps up to a number.
  init(around step: UInt64, in reader: SessionReader) {
    let header = reader.header
    let line = StepLine(schema: header.schema, action: header.action)
    do throws(SessionReadError) {
      let first = step > Self.stepsBefore ? step - Self.stepsBefore : 1
      var cursor = try SessionCursor(reader, at: first - 1)
      while cursor.number < step {
        let before = cursor.state
        guard let next = try cursor.next() else { break }
        let changes =
          next.hasChange
          ? StateChange.all(from: before, to: cursor.state, as: header.state, in: header.schema)
          : []
        lines.append(line.text(of: next, changes: changes))
        if next.number == step { feature = header.feature(of: next.action) }
      }
    } catch {
      // The verdict tells of damage.
    }
  }
}

extension SessionHeader {
  /// The feature whose action a recorded one is in the end, such as `CounterFeature`: the type
  /// around the innermost type `Action` that the action's cases lead to.
  func feature(of action: RecordedValue) -> String? {
    var feature: String?
    for name in ActionText(schema: schema, type: self.action).typeNames(of: action) {
      let parts = name.split(separator: ".")
      if parts.count > 1, parts.last == "Action", !name.contains("<") {
        feature = String(parts[parts.count - 2])
      }
    }
    return feature
  }
}
