import CommandLineKit
import ComposableArchitecture
import ReplayCorpus
import SessionDocument
import SessionReplay
import SessionReports

extension ReplayVerb {
  /// Reports which logs differ and why, and replaces them with a closure if the user confirms.
  @MainActor
  func updateLogs<App>(
    _ planned: UpdatePlan, of corpus: Corpus, _ shell: Shell<App>, _ style: OutputStyle,
    replacing update: (Corpus) async -> [UpdateReport]
  ) async -> Int32 {
    let console = shell.console
    var plan = planned
    let text = UpdateText(paint: style.paint, isVerbose: isVerbose)
    if !json {
      for line in text.lines(for: plan) { console.output.line(line) }
    }
    if !plan.paths.isEmpty, isUpdateConfirmed(plan, shell) {
      plan.take(await update(corpus.only(plan.paths)))
    }
    let code = exitCode(of: plan.reports.map(\.outcome.kind).max() ?? .match)
    if json {
      let results = UpdateResults(
        plan.reports, groups: ReportGroup.groups(of: plan.pending), exitCode: code)
      console.output.line(JSONText.line(results))
    } else {
      for line in text.lines(for: plan.reports, after: plan) { console.output.line(line) }
    }
    return code
  }

  /// Returns whether to replace the logs of a plan. Asks the user at a terminal.
  @MainActor
  private func isUpdateConfirmed<App>(_ plan: UpdatePlan, _ shell: Shell<App>) -> Bool {
    let (console, environment) = (shell.console, shell.environment)
    if isConfirmed { return true }
    let logs = UInt64(plan.paths.count).counted("log")
    guard environment.isInputTerminal, environment.isErrorTerminal, !json else {
      shell.printError(
        "nothing was written: \(logs) would be updated; give --yes to update them")
      return false
    }
    console.output.flush()
    console.errors.text("Update \(logs)? [y/N] ")
    let isAccepted = ["y", "yes"].contains(shell.readAnswer()?.lowercased() ?? "")
    if !isAccepted { shell.printError("nothing was written") }
    return isAccepted
  }
}
