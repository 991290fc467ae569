import ActionText
import ComposableArchitecture
import RecordCoding
import SessionLog
import SessionReplay
import SessionReports

extension ShowVerb {
  /// Prints the actions of a log as a script, whose run has the same actions.
  @MainActor
  func showScript<App>(
    _ reader: SessionReader, _ shell: Shell<App>
  ) throws(SessionReadError) {
    let console = shell.console
    let bar = stepBar(reader, shell)
    defer { bar.remove() }
    try Self.forEachScriptLine(of: reader, upTo: to ?? .max) { line, number in
      if number > 0 { bar.advance(number) }
      console.output.line(line)
      return console.output.health == .open
    }
  }

  /// Hands on the lines of a script whose run has the actions of a log, each with the number of its
  /// step, as long as they are wanted.
  static func forEachScriptLine(
    of reader: SessionReader, upTo end: UInt64, _ body: (String, UInt64) -> Bool
  ) throws(SessionReadError) {
    let header = reader.header
    let actions = ActionText(schema: header.schema, type: header.action)
    let log = "\(header.app) \(header.appVersion), recorded \(header.recorded)".visible
    var isWanted = body("# \(log): what effects sent is among the lines", 0)
    isWanted = isWanted && body("effects off", 0)
    let start = reader.log.stepsBeforeStart
    if isWanted, start > 0 {
      isWanted = body("# steps 1 to \(start) were not kept: a run begins with another state", 0)
    }
    var cursor = try SessionCursor(reader)
    while isWanted, cursor.number < end {
      let before = cursor.knowsState ? cursor.state : nil
      let last = cursor.number
      guard let step = try cursor.next() else { return }
      if step.number > last + 1 {
        _ = body("# steps \(last + 1) to \(step.number - 1) are lost", step.number)
      }
      if step.kind != .action {
        isWanted = body("# \(step.text(actions).visible)", step.number)
        continue
      }
      let text =
        before.map { actions.text(of: step.action, in: $0, as: header.state) }
        ?? actions.text(of: step.action)
      isWanted = body(line(ofAction: text), step.number)
    }
  }

  /// The line that means an action, also if it has the name of one of the shell's words.
  private static func line(ofAction text: String) -> String {
    (try? ScriptLine(text)) == .action(text) ? text : ".\(text)"
  }
}
