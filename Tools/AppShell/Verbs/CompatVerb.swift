package import CommandLineKit
import ComposableArchitecture
import ReplayCorpus
import SessionDocument
import SessionReplay
import SessionReports

package struct CompatVerb: ShellVerb {
  package static let name = "compat"
  package static let summary = "check older logs for compatibility with this build"
  package static let operand: VerbOperand<Self>? = .paths(
    "PATH…", .log, needs: "the PATH of a log or a folder of logs", \.paths)
  package static let options: [VerbOption<Self>] = [
    .flag("verbose", "print full output", \.isVerbose),
    .flag("json", "print one JSON object", \.json),
  ]
  package static let details = """
    A folder means all '.reprise' files under it. A log is fine if this build's types have
    everything that it contains, risky if a field that it contains was removed, and
    impossible if a case or a type that it uses was removed. A log that is older than a
    recorded dependency is replayed, and is risky if a step reads that dependency. A log
    whose initial state differs from that of this build is listed; a replay begins with
    the recorded state.

    With --json: {"exitCode": …, "fine": …, "risky": …, "impossible": …, "damaged": …,
    "blames": [{"grade", "change", "logs"}], "logs": [{"path", "grade", "blame",
    "changes", "initialState"?: {"path", "recorded", "current"}}]}.
    """
  package static let exitCodes = [
    ExitMeaning.success, .usage,
    ExitMeaning(Verdict.Kind.incompatible.exitCode, means: "a log is impossible"),
    ExitMeaning(Verdict.Kind.damaged.exitCode, means: "a log is damaged"),
  ]
  package static let examples = ["compat Tests/Sessions"]

  package var paths: [String] = []
  package var json = false
  package var isVerbose = false

  package init() {}

  package func run<App: ShellApp>(in shell: Shell<App>, style: OutputStyle) -> Int32 {
    guard let corpus = shell.corpus(at: paths) else { return ExitCode.usage }
    let entries = shell.withProgress(over: corpus) {
      CorpusReplay(workers: shell.workers())
        .compatibility(of: corpus, with: shell.replayer, progress: $0)
    }
    let code = (entries.map(\.kind).max() ?? .match).exitCode
    if json {
      shell.console.output.line(JSONText.line(CompatibilityResults(entries, exitCode: code)))
    } else {
      let text = CompatibilityText(paint: style.paint, isVerbose: isVerbose)
      for line in text.lines(for: entries) { shell.console.output.line(line) }
    }
    return code
  }
}
