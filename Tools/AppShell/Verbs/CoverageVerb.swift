import ComposableArchitecture
import SessionReplay
import SessionReports

/// Tells what a corpus exercises. It needs no code of the app.
package struct CoverageVerb: Verb {
  package static let name = "coverage"
  package static let summary = "tell which actions and fields logs exercise"
  package static let operand: VerbOperand<Self>? = .paths(
    "PATH…", .log, needs: "the PATH of a log or a folder of logs", \.paths)
  package static let options: [VerbOption<Self>] = [
    .flag("subset", "print only the paths of logs that are enough", \.isSubset),
    .flag("verbose", "show full output, with what each action changes", \.isVerbose),
    .flag("json", "print one JSON object", \.json),
  ]
  package static let details = """
    A path that is a folder means all '.reprise' files under it. What logs could exercise
    is taken from the types of the log that was recorded last. '[…]' is any row of a
    list. A field counts if a step changed it, a part of it, or a whole that holds it.

    The logs that are enough are chosen one by one: the next is that which adds the most
    actions and pairs of an action and what it changes, of several the shortest. No log is
    deleted. To replay only these:
      reprise coverage Sessions --subset | reprise replay --files-from -
    If a path holds a newline, every path ends with a NUL instead of its line. At a
    terminal, control characters are shown as escapes.

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
      shell.complain("the logs are of several apps: \(apps); give those of one")
      return ExitCode.usage
    }
    let output = shell.console.output
    if json {
      output.line(JSONText.line(CoverageResults(coverage)))
    } else if isSubset {
      tell(coverage.subset.map(\.path), in: shell)
    } else {
      for line in CoverageText(isVerbose: isVerbose).lines(for: coverage) { output.line(line) }
    }
    output.flush()
    for warning in coverage.warnings { shell.complain(warning.visible) }
    for failure in coverage.failures { shell.complain(failure.description.visible) }
    return coverage.failures.map(ExitCode.of).max() ?? 0
  }

  /// Prints paths: for a person with control characters escaped, or else as `--files-from` reads them.
  @MainActor
  private func tell<App>(_ paths: [String], in shell: Shell<App>) {
    let output = shell.console.output
    guard !shell.environment.isOutputTerminal else {
      for path in paths { output.line(path.visible) }
      return
    }
    let end = paths.contains { $0.utf8.contains(UInt8(ascii: "\n")) } ? 0 : UInt8(ascii: "\n")
    for path in paths { output.path(path, end: end) }
  }
}
