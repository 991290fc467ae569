import ComposableArchitecture
import RecordCoding

/// The steps of a log that lead to one, and that one, each on a line.
enum StepContext {
  /// How many steps before are shown.
  private static let stepsBefore: UInt64 = 5

  /// The lines as `show` prints them; fewer, or none, if the log cannot be read there.
  static func lines(around step: UInt64, in reader: SessionReader) -> [String] {
    let header = reader.header
    let line = StepLine(schema: header.schema, action: header.action)
    var lines: [String] = []
    do throws(SessionReadError) {
      var cursor = try SessionCursor(reader, at: step > stepsBefore ? step - stepsBefore - 1 : 0)
      while cursor.number < step {
        let before = cursor.state
        guard let next = try cursor.next() else { break }
        let changes =
          next.hasChange
          ? StateChange.all(from: before, to: cursor.state, as: header.state, in: header.schema)
          : []
        lines.append(line.text(of: next, changes: changes))
      }
    } catch {
      // The verdict tells of damage.
    }
    return lines
  }
}
