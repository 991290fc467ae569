package import CommandLineKit
import ComposableArchitecture
import Platform
import ReplayCorpus
import SessionDocument
import SessionLog
import SessionReplay
import SessionReports

/// Reports which actions and fields a corpus covers. Needs no code of the app.
package struct CoverageVerb: ShellVerb {
  package static let name = "coverage"
  package static let summary = "report which actions and fields a corpus covers"
  package static let operand: VerbOperand<Self>? = .paths(
    "PATH…", .log, needs: "the PATH of a log or a folder of logs", \.paths)
  package static let options: [VerbOption<Self>] = [
    .flag("subset", "print only the paths of a subset with the same coverage", \.isSubset),
    .flag("verbose", "print full output, with the fields that each action changes", \.isVerbose),
    .flag("json", "print one JSON object", \.json),
  ]
  package static let details = """
    A folder means all '.reprise' files under it. The possible actions and fields are
    those of the types in the most recent log. '[…]' is any row of a list. A field is
    covered if a step changed it, a part of it, or a value that contains it.

    The subset of sufficient logs is built step by step: the next log is the one that adds
    the most actions and pairs of an action and a changed field, and the shortest of
    several. No log is deleted. To replay only the subset:
      reprise coverage Sessions --subset | reprise replay --files-from -
    If a path contains a newline, all paths end with a NUL instead. At a terminal, control
    characters are escaped.

    With --json: {"logs", "steps", "actions": [{"name", "logs"}], "missingActions",
    "missingFields", "pairs": [{"action", "path", "logs"}], "subset": [{"path",
    "added"}]}.
    """
  package static let exitCodes = [
    ExitMeaning.success, .usage, .newerFormat,
    ExitMeaning(
      Verdict.Kind.damaged.exitCode, means: "a log is damaged; its intact steps were counted"),
  ]
  package static let examples = ["coverage Tests/Sessions"]

  package var paths: [String] = []
  package var isSubset = false
  package var isVerbose = false
  package var json = false

  package init() {}

  package func validate() throws(UsageError) {
    if isSubset, json { throw .conflict("--subset", "--json") }
    if isSubset, isVerbose { throw .conflict("--subset", "--verbose") }
  }

  package func run<App: ShellApp>(in shell: Shell<App>, style: OutputStyle) -> Int32 {
    guard let corpus = shell.corpus(at: paths) else { return ExitCode.usage }
    let coverage = shell.withProgress(over: corpus) {
      CorpusCoverage(of: corpus, progress: $0)
    }
    if coverage.apps.count > 1 {
      let apps = coverage.apps.sorted().map { "'\($0.visible)'" }.joined(separator: ", ")
      shell.printError("the logs are from several apps: \(apps); give the logs of one app")
      return ExitCode.usage
    }
    let output = shell.console.output
    if json {
      output.line(JSONText.line(CoverageResults(coverage)))
    } else if isSubset {
      printPaths(coverage.subset.map(\.path), in: shell)
    } else {
      for line in CoverageText(isVerbose: isVerbose).lines(for: coverage) { output.line(line) }
    }
    output.flush()
    for warning in coverage.warnings { shell.printError(warning.visible) }
    for failure in coverage.failures { shell.printError(failure.description.visible) }
    return coverage.failures.map(ExitCode.of).max() ?? 0
  }

  /// A terminal gets control characters escaped; a pipe gets the format of `--files-from`.
  @MainActor
  private func printPaths<App>(_ paths: [String], in shell: Shell<App>) {
    let output = shell.console.output
    guard !shell.environment.isOutputTerminal else {
      for path in paths { output.line(path.visible) }
      return
    }
    let end = paths.contains { $0.utf8.contains(UInt8(ascii: "\n")) } ? 0 : UInt8(ascii: "\n")
    for path in paths { output.path(path, end: end) }
  }
}
