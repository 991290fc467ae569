import ComposableArchitecture
import Foundation
import SessionReplay
import SessionReports

/// Replays logs, and prints the results.
package struct ReplayVerb: Verb {
  package static let name = "replay"
  package static let summary = "replay logs and verify every step"
  package static let operand: VerbOperand<Self>? = .paths(
    "PATH…", .log, needs: "the PATH of a log or a folder of logs", \.paths)
  package static let options: [VerbOption<Self>] = [
    .number(
      "jobs", takes: "N", in: 1...1024,
      "replay in N processes; as many as there are processors", \.jobs),
    .value(
      "shard", takes: "I/N", expected: "I/N with I from 1 to N, as '1/3'",
      "replay only every N-th log, beginning with the I-th", \.shard, read: { Shard($0) }),
    .path(
      "junit", takes: "FILE", "write the results as JUnit XML as well; '-' is standard output",
      \.junit),
    .flag("json", "print one JSON object", \.json),
    .flag("verbose", "shorten nothing but a difference of over 10,000 lines", \.isVerbose),
    .flag(
      "keep-going", "go on after a difference, from the recorded state, and count those",
      \.keepsGoing),
    .flag(
      "paranoid", "compare the whole state after each step, not only changes", \.isParanoid),
    .flag("strict", "fail logs that have lost steps", \.isStrict),
    .number(
      "timeout", takes: "SECONDS", in: 1...86_400,
      "take a step for an endless loop after so long; 60", \.timeout),
    .number(
      "memory", takes: "MIB", in: 64...1_048_576,
      "let each process take so much memory; 2048", \.memory),
    .flag("tail", "follow a log that is still being written", \.tail),
    .flag(
      "update", "replace logs that differ by what the app does now, if that is wanted", \.update),
    .flag("yes", "with --update: write without a question", \.isConfirmed),
    .flag(
      "dry-run", "with --update: tell what would be written, and write nothing", \.isDryRun),
    .flag(
      "git-bisect", "exit with 125 for incompatible logs, which git bisect run skips",
      \.gitBisect),
  ]
  package static let details = """
    A path that is a folder means all '.reprise' files under it, and one that is a tar
    all in it, which are not unpacked; 'corpus.tar/a.reprise' is one of those.

    Of several logs, those that fail for the same reason (verdict, action, field or
    message) are one block: how many there are, the log with the fewest steps in full,
    and the names of others. The report fits on a screen; --verbose shows all of it.

    With --json: {"verdict": …, "exitCode": …, "groups": [{"verdict", "action"?,
    "subject"?, "count", "logs"}], "logs": [{"path", "verdict", "steps",
    "verifiedSteps", "lostSteps"?, "gaps"?, "survivedStep"?, "message"?,
    "divergence"?: {"kind", "step", "action", "path"?, "expected"?, "actual"?,
    "difference"?, "message"?}, "crash"?: {"step", "action", "cause", "message",
    "lastLine"?, "frames", "asRecorded"}, "context"?, "feature"?, "fit"?: {"grade",
    "changes"}, "differingSteps"?, "differingRanges"?: [{"first", "last"}],
    "differing"?}]}; what has a question mark is there if it applies.

    With --junit: a test case for each log, with its time in seconds; with '-' there
    is nothing else on standard output. Where GITHUB_ACTIONS is 'true', each group is
    an annotation for GitHub on standard output, or on standard error where --json or
    '--junit -' has that for itself.

    With --update as well: {"exitCode": …, "groups": […], "logs": [{"path", "outcome",
    "message"?, "divergence"?}]}.

    Of each step the state, the actions that its effect sends, and the shape of the effect
    are verified. Effects themselves are not run: what they sent is in the log.

    A log that another version recorded is resolved by the names of fields and cases;
    'compat' says how well that can be done.

    Logs are replayed in processes of their own. An app that ends in one, by a trap, an
    endless recursion, exit(), a step that takes longer than --timeout, or more memory
    than --memory allows, costs that log: it has crashed, at a step, with what the
    runtime said and the app's functions that were running. The other logs go on.

    A log of a session that ended in the middle of a step is replayed through that
    step: it crashes as recorded, or it matches and the crash is gone.

    A log that has lost steps is replayed anew from the state behind each gap, and its
    verdict says how many are lost. With --strict it is as bad as a damaged one.

    --tail follows one log that is being written, LOG.partial if there is such, until
    it is completed, a step differs, nobody writes it any more, or the first Ctrl-C.

    --update tells why logs differ, a block for each reason with its first difference,
    and replaces them after a question at a terminal, or with --yes. Without either, and
    with --dry-run, nothing is written, and the exit code is that of a replay. A log
    whose reads of dependencies differ is refused, and so is one that is not whole or
    crashes; but a dependency that is recorded only since the log was is read anew. A log
    that another version of the app or of its types recorded is left alone, unless the log
    itself is named, and not only its folder.

    Of several logs the exit code is the worst, in the order 70, 4, 3, 5, 1, 0.
    """
  package static let exitCodes = [
    ExitMeaning(Verdict.Kind.match.exitCode, means: "every log matches"),
    ExitMeaning(Verdict.Kind.diverged.exitCode, means: "a log diverges"),
    .usage,
    ExitMeaning(
      Verdict.Kind.incompatible.exitCode, means: "a log does not fit this build's types"),
    ExitMeaning(Verdict.Kind.damaged.exitCode, means: "a log is damaged"),
    ExitMeaning(Verdict.Kind.crashed.exitCode, means: "the app ended in a step"),
    ExitMeaning(ExitCode.failure, means: "a fault of the program"),
    ExitMeaning(ExitCode.bisectSkip, means: "with --git-bisect, in place of 3"),
  ]
  package static let examples = ["replay s.reprise", "replay Tests/Sessions --junit results.xml"]

  /// The path that stands for standard output.
  static let standardOutput = "-"

  package var paths: [String] = []
  package var jobs: Int?
  package var shard: Shard?
  package var junit: String?
  package var json = false
  package var update = false
  /// Whether an update is written without a question.
  package var isConfirmed = false
  /// Whether an update is only told, and not written.
  package var isDryRun = false
  package var gitBisect = false
  package var isVerbose = false
  package var keepsGoing = false
  /// Whether the whole state is encoded and compared after each step.
  package var isParanoid = false
  package var tail = false
  /// Whether a log that has lost steps fails.
  package var isStrict = false
  /// The seconds without a finished step after which the app is taken to be in an endless loop.
  package var timeout: Int?
  /// The memory that the app may take in a replay, in MiB.
  package var memory: Int?

  package init() {}

  package func validate() throws(UsageError) {
    if isConfirmed, isDryRun { throw .conflict("--yes", "--dry-run") }
    if isConfirmed || isDryRun, !update { throw .missingOption("--update", of: Self.name) }
    if json, junit == Self.standardOutput { throw .conflict("--json", "--junit -") }
    if update {
      if keepsGoing { throw .conflict("--update", "--keep-going") }
      if isParanoid { throw .conflict("--update", "--paranoid") }
      if junit != nil { throw .conflict("--update", "--junit") }
    }
    if tail {
      if update { throw .conflict("--tail", "--update") }
      if shard != nil { throw .conflict("--tail", "--shard") }
      // A log that is followed is replayed in this process, which nobody watches.
      if timeout != nil { throw .conflict("--tail", "--timeout") }
      if memory != nil { throw .conflict("--tail", "--memory") }
      if paths.count > 1 { throw .extraOperand(paths[1], of: Self.name) }
    }
  }

  package func run<App: ShellApp>(in shell: Shell<App>, style: OutputStyle) async -> Int32 {
    if let path = junit, let code = refuse(junit: path, shell) { return code }
    return tail ? await follow(in: shell, style) : replay(in: shell, style)
  }

  @MainActor
  private func replay<App>(in shell: Shell<App>, _ style: OutputStyle) -> Int32 {
    var corpus: Corpus
    do throws(CorpusError) {
      corpus = try Corpus(paths: paths)
    } catch {
      shell.complain(error.description.visible)
      return ExitCode.usage
    }
    tellUnfinished(corpus.unfinished, shell)
    for note in corpus.archiveNotes { shell.complain(note) }
    if let shard { corpus = corpus.shard(shard.index, of: shard.count) }
    let replay = CorpusReplay(
      jobs: jobs ?? ProcessInfo.processInfo.activeProcessorCount,
      workers: shell.environment.worker.map { executable in
        var workers = WorkerSettings(executable)
        workers.timeout = timeout ?? workers.timeout
        workers.memory = memory ?? workers.memory
        return workers
      })
    if update { return updateLogs(of: corpus, with: replay, shell, style) }
    var replayer = shell.replayer
    replayer.keepsGoing = keepsGoing
    replayer.isParanoid = isParanoid
    replayer.isStrict = isStrict
    let reports = shell.withProgress(over: corpus) {
      replay.replay(corpus, with: replayer, progress: $0)
    }
    return finish(reports, shell, style)
  }

  /// Tells of recordings that are left out because they were not finished.
  @MainActor
  private func tellUnfinished<App>(_ paths: [String], _ shell: Shell<App>) {
    guard let first = paths.first?.visible else { return }
    let others = UInt64(paths.count - 1)
    shell.complain(
      others == 0
        ? "'\(first)' is not replayed: the recording was not finished; 'recover' makes a log of it"
        : "'\(first)' and \(others.counted("other recording")) are not replayed: they were not "
          + "finished; 'recover' makes logs of them")
  }

  /// Prints the results, and returns the exit code.
  @MainActor
  func finish<App>(
    _ reports: [ReplayReport], _ shell: Shell<App>, _ style: OutputStyle
  ) -> Int32 {
    let console = shell.console
    let code = exitCode(of: reports.worst)
    let writesDocument = json || junit == Self.standardOutput
    if json {
      console.output.line(JSONText.line(ReplayResults(reports, exitCode: code)))
    } else if !writesDocument {
      let text = ReplayText(paint: style.paint, isVerbose: isVerbose)
      for line in text.lines(for: reports) { console.output.line(line) }
    }
    if shell.environment.variables["GITHUB_ACTIONS"] == "true" {
      // GitHub reads both; a document for another program has nothing else in it.
      let sink = writesDocument ? console.errors : console.output
      for line in GitHubAnnotations(reports).lines { sink.line(line) }
    }
    return write(JUnitReport(name: App.name, reports), shell) ?? code
  }

  /// Writes results for a CI server; the exit code if that fails.
  @MainActor
  private func write<App>(_ report: JUnitReport, _ shell: Shell<App>) -> Int32? {
    guard let path = junit else { return nil }
    guard path != Self.standardOutput else {
      shell.console.output.text(report.xml)
      return nil
    }
    do throws(SystemFailure) {
      try FileBytes.write(Array(report.xml.utf8), to: path)
      return nil
    } catch {
      shell.complain(
        "'\(path.visible)' cannot be written: \(error). Give another path with --junit.")
      return ExitCode.failure
    }
  }

  /// The exit code if no report can be written to a path, before the work is done for nothing.
  @MainActor
  private func refuse<App>(junit path: String, _ shell: Shell<App>) -> Int32? {
    guard path != Self.standardOutput else { return nil }
    do throws(SystemFailure) {
      try FileBytes.checkWritable(path)
      return nil
    } catch {
      shell.complain("'\(path.visible)' is not written: \(error). Give another path with --junit.")
      return ExitCode.usage
    }
  }

  /// The exit code of a process that found this to be the worst verdict.
  func exitCode(of worst: Verdict.Kind) -> Int32 {
    gitBisect && worst == .incompatible ? ExitCode.bisectSkip : worst.exitCode
  }
}

/// One of several parts of a corpus, counted from 1.
package struct Shard: Equatable, Sendable {
  package let index: Int
  package let count: Int

  /// Reads a part of several, as `1/3`; `nil` if the text is not one.
  init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
      .map { part in part.utf8.allSatisfy { (48...57).contains($0) } ? Int(part) : nil }
    guard parts.count == 2, let index = parts[0], let count = parts[1], 1 <= index, index <= count
    else { return nil }
    self.index = index
    self.count = count
  }
}
