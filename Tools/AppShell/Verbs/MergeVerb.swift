package import CommandLineKit
import ComposableArchitecture
import Platform
import SessionDocument
import SessionLog
import SessionReplay
import SessionReports
import Simulation

package struct MergeVerb: ShellVerb {
  package static let name = "merge"
  package static let summary = "merge the results of all shards of a replay or an exploration"
  package static let operand: VerbOperand<Self>? = .paths(
    "RESULTS…", .file, needs: "the RESULTS of all shards", \.paths)
  package static let options: [VerbOption<Self>] = [
    .path(
      "junit", takes: "FILE", "also write the results as JUnit XML; '-' is standard output",
      \.junit),
    .flag("json", "print one JSON object", \.json),
    .flag(
      "verbose", "print reports in full (differences are limited to 10,000 lines)", \.isVerbose),
    .flag("allow-empty", "succeed if the shards have no logs", \.allowsEmpty),
  ]
  package static let details = """
    RESULTS are the files that 'replay --shard I/N --results FILE' wrote. The output and
    the exit code are those of a single replay of all logs, in every format.

    A shard without a file, or with results missing in its file, is reported and is a
    failure, whatever the other results are. It is also a failure if no shard has a log,
    unless --allow-empty is given. Files of another app, of another build, or of
    a replay with other options are rejected.

    Files with what 'explore --shard I/N --json' printed are merged as well: failures that
    shards have in common are printed once.
    """
  package static let exitCodes = [
    ExitMeaning(Verdict.Kind.match.exitCode, means: "every log matches"),
    ExitMeaning(Verdict.Kind.diverged.exitCode, means: "a log diverges, or a session failed"),
    ExitMeaning(ExitCode.usage, means: "invalid command line, or an unsuitable file"),
    ExitMeaning(Verdict.Kind.incompatible.exitCode, means: "a log does not fit the build's types"),
    ExitMeaning(Verdict.Kind.damaged.exitCode, means: "a log is damaged"),
    ExitMeaning(Verdict.Kind.crashed.exitCode, means: "the app ended in a step"),
    ExitMeaning(ExitCode.missingResults, means: "results are missing"),
    ExitMeaning(ExitCode.failure, means: "internal error"),
  ]
  package static let examples = ["merge 1.jsonl 2.jsonl --junit results.xml"]

  package var paths: [String] = []
  package var junit: String?
  package var json = false
  package var isVerbose = false
  package var allowsEmpty = false

  package init() {}

  package func validate() throws(UsageError) {
    if json, junit == ReplayOutput.standardOutput { throw .conflict("--json", "--junit -") }
  }

  package func run<App: ShellApp>(in shell: Shell<App>, style: OutputStyle) -> Int32 {
    if let code = mergeExplorations(in: shell) { return code }
    if let code = ReplayOutput.refusal(of: junit, "--junit", shell) { return code }
    do throws(ResultsError) {
      let merge = try ResultsMerge(paths)
      let output = ReplayOutput(
        .init(json: json, junit: junit, isVerbose: isVerbose), app: merge.app)
      try merge.forEach { output.add($0) }
      for text in merge.missing { shell.printError(text.visible) }
      let worst = output.overview.tally.worst
      let isEmpty = output.overview.tally.logs == 0 && !allowsEmpty
      if isEmpty, merge.missing.isEmpty {
        shell.printError("no log was replayed; --allow-empty accepts that")
      }
      let isWorse = (isEmpty || !merge.missing.isEmpty) && worst != .failed
      return output.finish(isWorse ? ExitCode.missingResults : worst.exitCode, in: shell, style)
    } catch {
      shell.printError("\(error)".visible)
      return ExitCode.usage
    }
  }

  /// Merges the results of explorations. Returns `nil` for files of a different kind.
  @MainActor
  private func mergeExplorations<App: ShellApp>(in shell: Shell<App>) -> Int32? {
    do throws(ExplorationMergeError) {
      guard let merge = try MergedExplorations(paths) else { return nil }
      guard junit == nil else {
        shell.printError("--junit is for the results of a replay, and these are of an exploration")
        return ExitCode.usage
      }
      if let missing = merge.missing { shell.printError(missing) }
      for (shard, reason) in merge.cut {
        shell.printError("shard \(shard) of \(merge.count) was cut: \(reason)")
      }
      let result = merge.result
      if json {
        shell.console.output.line(JSONText.line(result))
      } else {
        for line in result.failures.flatMap(\.lines) { shell.console.output.line(line.visible) }
        shell.console.output.line(
          "\(result.sessions.counted("session")), "
            + "\(result.steps.counted("step")) in \(UInt64(merge.count).counted("shard")); "
            + "\(UInt64(result.failures.count).counted("failure"))")
      }
      for remark in result.remarks { shell.printError("remark: \(remark)".visible) }
      if !result.failures.isEmpty { return Verdict.Kind.diverged.exitCode }
      return merge.missing == nil && merge.cut.isEmpty ? 0 : ExitCode.missingResults
    } catch {
      shell.printError("\(error)".visible)
      return ExitCode.usage
    }
  }
}
