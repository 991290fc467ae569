import ComposableArchitecture
import SessionReplay
import SessionReports

/// Puts the results of all parts of a replay together.
package struct MergeVerb: Verb {
  package static let name = "merge"
  package static let summary = "put the results of all shards of a replay together"
  package static let operand: VerbOperand<Self>? = .paths(
    "RESULTS…", .file, needs: "the RESULTS of all shards", \.paths)
  package static let options: [VerbOption<Self>] = [
    .path(
      "junit", takes: "FILE", "write the results as JUnit XML as well; '-' is standard output",
      \.junit),
    .flag("json", "print one JSON object", \.json),
    .flag("verbose", "shorten nothing but a difference of over 10,000 lines", \.isVerbose),
  ]
  package static let details = """
    The files are those that 'replay --shard I/N --results FILE' wrote. The output is that
    of a replay of all logs in one run, in all its forms, and so is the exit code.

    A shard that has no file, or whose file does not have all its logs, is told and is a
    failure, whatever the others are. Files of another app, of another build, or of a replay
    with other options are refused.
    """
  package static let exitCodes = [
    ExitMeaning(Verdict.Kind.match.exitCode, means: "every log matches"),
    ExitMeaning(Verdict.Kind.diverged.exitCode, means: "a log diverges"),
    ExitMeaning(ExitCode.usage, means: "the command line is wrong, or a file cannot be used"),
    ExitMeaning(Verdict.Kind.incompatible.exitCode, means: "a log does not fit the build's types"),
    ExitMeaning(Verdict.Kind.damaged.exitCode, means: "a log is damaged"),
    ExitMeaning(Verdict.Kind.crashed.exitCode, means: "the app ended in a step"),
    ExitMeaning(ExitCode.missingResults, means: "results are missing"),
    ExitMeaning(ExitCode.failure, means: "a fault of the program"),
  ]
  package static let examples = ["merge 1.jsonl 2.jsonl --junit results.xml"]

  package var paths: [String] = []
  package var junit: String?
  package var json = false
  package var isVerbose = false

  package init() {}

  package func validate() throws(UsageError) {
    if json, junit == ReplayOutput.standardOutput { throw .conflict("--json", "--junit -") }
  }

  package func run<App: ShellApp>(in shell: Shell<App>, style: OutputStyle) -> Int32 {
    if let code = ReplayOutput.refusal(of: junit, "--junit", shell) { return code }
    do throws(ResultsError) {
      let merge = try ResultsMerge(paths)
      let output = ReplayOutput(
        .init(json: json, junit: junit, isVerbose: isVerbose), app: merge.app)
      try merge.forEach { output.add($0) }
      for text in merge.missing { shell.complain(text.visible) }
      let worst = output.overview.tally.worst
      let isWorse = !merge.missing.isEmpty && worst != .failed
      return output.finish(isWorse ? ExitCode.missingResults : worst.exitCode, in: shell, style)
    } catch {
      shell.complain("\(error)".visible)
      return ExitCode.usage
    }
  }
}
