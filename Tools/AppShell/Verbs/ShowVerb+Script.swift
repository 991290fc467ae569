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
    let header = reader.header
    let actions = ActionText(schema: header.schema, type: header.action)
    let log = "\(header.app) \(header.appVersion), recorded \(header.recorded)".visible
    console.output.line("# \(log): what effects sent is among the lines")
    console.output.line("effects off")
    let bar = stepBar(reader, shell)
    defer { bar.remove() }
    var cursor = try SessionCursor(reader)
    while cursor.number < to ?? .max, console.output.health == .open {
      let before = cursor.knowsState ? cursor.state : nil
      let last = cursor.number
      guard let step = try cursor.next() else { return }
      bar.advance(step.number)
      if step.number > last + 1 {
        console.output.line("# steps \(last + 1) to \(step.number - 1) are lost")
      }
      if step.kind != .action {
        console.output.line("# \(step.text(actions).visible)")
        continue
      }
      let text =
        before.map { actions.text(of: step.action, in: $0, as: header.state) }
        ?? actions.text(of: step.action)
      console.output.line(Self.line(ofAction: text))
    }
  }

  /// The line that means an action, also if it has the name of one of the shell's words.
  private static func line(ofAction text: String) -> String {
    (try? ScriptLine(text)) == .action(text) ? text : ".\(text)"
  }
}
