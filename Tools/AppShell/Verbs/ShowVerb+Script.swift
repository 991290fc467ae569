import Platform
import RecordedValues
import CommandLineKit
import ComposableArchitecture
import RecordCoding
import SessionDocument
import SessionLog
import SessionReplay
import SessionReports

extension ShowVerb {
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

  /// Calls a function with each line of a script that runs the actions of a log, and with the
  /// number of the line's step. Stops when the function returns `false`.
  static func forEachScriptLine(
    of reader: SessionReader, upTo end: UInt64, _ body: (String, UInt64) -> Bool
  ) throws(SessionReadError) {
    let header = reader.header
    let actions = ActionText(schema: header.schema, type: header.action)
    let log = "\(header.app) \(header.appVersion), recorded \(header.recorded)".visible
    var shouldContinue = body("# \(log): includes the actions that effects sent", 0)
    shouldContinue = shouldContinue && body("effects off", 0)
    let start = reader.log.stepsBeforeStart
    if shouldContinue, start > 0 {
      shouldContinue = body(
        "# steps 1 to \(start) were not kept: a run starts with a different state", 0)
    }
    var entries = try SessionEntries(reader, comparing: .none)
    while shouldContinue, entries.number < end {
      let before = entries.state
      let last = entries.number
      guard let step = try entries.next() else { return }
      if step.number > last + 1 {
        _ = body("# steps \(last + 1) to \(step.number - 1) are lost", step.number)
      }
      if step.kind != .action {
        shouldContinue = body("# \(step.text(actions).visible)", step.number)
        continue
      }
      if !step.references.isEmpty {
        _ = body("# a script has values in place of the references in the next action", 0)
      }
      let text =
        before.map { actions.text(of: step.action, in: $0, as: header.state) }
        ?? actions.text(of: step.action)
      shouldContinue = body(line(ofAction: text), step.number)
    }
  }

  /// Returns the line for an action. An action named like a command gets a leading dot.
  private static func line(ofAction text: String) -> String {
    (try? ScriptLine(text)) == .action(text) ? text : ".\(text)"
  }
}
