import RecordedValues
import SessionLog
import SessionModel
import SessionDocument
import SessionReplay
import SessionReports

/// Returns every step and the last state of a log as text, without using code of the app.
///
/// Throws the damage if the log is not intact.
package func shownText(ofLog path: String) throws -> String {
  let reader = try SessionReader(path: path)
  if let damage = reader.log.verify() { throw damage }
  let header = reader.header
  let lines = StepLine(schema: header.schema, action: header.action)
  var cursor = try SessionCursor(reader)
  var text: [String] = []
  while true {
    let before = cursor.state
    guard let step = try cursor.next() else { break }
    let changes = StateChange.all(
      from: before, to: cursor.state, as: header.state, in: header.schema)
    text.append(lines.text(of: step, changes: changes))
  }
  text += ValueText(schema: header.schema).lines(of: cursor.state, as: header.state)
  return text.joined(separator: "\n") + "\n"
}
