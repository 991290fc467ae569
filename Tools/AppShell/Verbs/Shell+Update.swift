import ComposableArchitecture
import SessionReplay

extension Shell {
  /// Tells which logs differ and why, and writes them anew if that is wanted.
  func update(
    _ corpus: Corpus, with replay: CorpusReplay, _ options: ReplayOptions, _ style: OutputStyle
  ) -> Int32 {
    let replays = withProgress(over: corpus) {
      replay.replay(corpus, with: replayer, progress: $0)
    }
    var plan = UpdatePlan(replays, named: corpus.named)
    let text = UpdateText(paint: style.paint, isVerbose: options.isVerbose)
    if !options.json {
      for line in text.lines(for: plan) { console.output.line(line) }
    }
    if !plan.paths.isEmpty, isWanted(plan, options) {
      let pending = corpus.only(plan.paths)
      plan.take(
        withProgress(over: pending) { replay.update(pending, with: replayer, progress: $0) })
    }
    let code = exitCode(of: plan.reports.map(\.outcome.kind).max() ?? .match, options)
    if options.json {
      let results = UpdateResults(plan.reports, groups: plan.groups, exitCode: code)
      console.output.line(JSONText.line(results))
    } else {
      for line in text.lines(for: plan.reports, after: plan) { console.output.line(line) }
    }
    return code
  }

  /// Whether the logs of a plan are to be written, which a person at a terminal is asked.
  private func isWanted(_ plan: UpdatePlan, _ options: ReplayOptions) -> Bool {
    if options.isDryRun { return false }
    if options.isConfirmed { return true }
    let logs = UInt64(plan.paths.count).counted("log")
    guard environment.isInputTerminal, environment.isErrorTerminal, !options.json else {
      complain("nothing is written: \(logs) would be updated; give --yes to have them written")
      return false
    }
    console.output.flush()
    console.errors.text("Update \(logs)? [y/N] ")
    let isWanted = ["y", "yes"].contains(readAnswer()?.lowercased() ?? "")
    if !isWanted { complain("nothing is written") }
    return isWanted
  }
}
