import ComposableArchitecture
import Foundation
import SessionReplay
import SessionReports

/// Replays logs, and prints the results.
package struct ReplayVerb: Verb {
  package static let name = "replay"
  package static let summary = "replay logs and verify every step"
  package static let operand: VerbOperand<Self>? = .paths(
    "PATH…", .log, needs: "the PATH of a log or a folder of logs", unless: "files-from", \.paths)
  package static let options: [VerbOption<Self>] =
    logOptions + comparisonOptions + processOptions + reportOptions + resultOptions + changeOptions
  package static let details = """
    A path that is a folder means all '.reprise' files under it, and one that is a tar
    all in it, which are not unpacked; 'corpus.tar/a.reprise' is one of those. In the file
    of --files-from a path ends with its line, or with a NUL if there is one; a list
    without paths is an error.

    With --shard, the CRC-32 of a log's name below the folder decides in which part it is,
    so that a new log moves no other. Where an engine has set its variables (a Slurm, Grid
    Engine or AWS Batch array, a parallel job of GitLab, CircleCI, Buildkite or Azure), they
    are the shard if none is given, and a line says so. 'merge' combines the --results of all
    parts.

    --filter has conditions with commas between them: app, version or feature, = or !=, and a
    name, in which * matches any characters; or recorded, any comparison, and an ISO 8601
    time or its beginning. A feature is the type around an action of the log.

    A task that is started again with the same --results replays what is missing there.
    With --cache, logs that matched with this executable and these options are not replayed
    again; several processes may share the folder.

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

    --watch replays again when a log comes, goes or changes, and when this executable is
    built anew, which then takes this one's place. Each round says on one screen what
    became better or worse: what is fixed, what fails now or otherwise, with its first
    difference, and what fails as before. Ctrl-C ends it, with the exit code of the last
    round.

    --update tells why logs differ, a block for each reason with its first difference,
    and replaces them after a question at a terminal, or with --yes. Without either,
    nothing is written, and the exit code is that of a replay. A log whose reads of
    dependencies differ is refused, and so is one that is not whole or crashes; but a
    dependency that is recorded only since the log was is read again. A log that another
    version of the app or of its types recorded is left alone, unless the log
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

  package var paths: [String] = []
  package var jobs: Int?
  package var shard: Shard?
  /// The file that names more logs.
  package var filesFrom: String?
  /// The file of results.
  package var results: String?
  /// The folder of the cache of verdicts.
  package var cache: String?
  package var stopsAtFailure = false
  /// The logs that are wanted.
  package var filter: LogFilter?
  package var junit: String?
  package var json = false
  package var update = false
  /// Whether an update is written without a question.
  package var isConfirmed = false
  package var gitBisect = false
  package var isVerbose = false
  package var keepsGoing = false
  /// Whether the whole state is encoded and compared after each step.
  package var isParanoid = false
  package var tail = false
  /// Whether logs are replayed again when something changes.
  package var watches = false
  /// Whether a log that has lost steps fails.
  package var isStrict = false
  /// The seconds without a finished step after which the app is taken to be in an endless loop.
  package var timeout: Int?
  /// The memory that the app may take in a replay, in MiB.
  package var memory: Int?

  package init() {}

  package func validate() throws(UsageError) {
    if isConfirmed, !update { throw .missingOption("--update", of: Self.name) }
    if json, junit == ReplayOutput.standardOutput { throw .conflict("--json", "--junit -") }
    if update {
      if results != nil { throw .conflict("--update", "--results") }
      if cache != nil { throw .conflict("--update", "--cache") }
      if stopsAtFailure { throw .conflict("--update", "--fail-fast") }
      if keepsGoing { throw .conflict("--update", "--keep-going") }
      if isParanoid { throw .conflict("--update", "--paranoid") }
      if junit != nil { throw .conflict("--update", "--junit") }
    }
    if watches { try validateWatch() }
    if tail {
      if update { throw .conflict("--tail", "--update") }
      if shard != nil { throw .conflict("--tail", "--shard") }
      if filesFrom != nil { throw .conflict("--tail", "--files-from") }
      if results != nil { throw .conflict("--tail", "--results") }
      if cache != nil { throw .conflict("--tail", "--cache") }
      if stopsAtFailure { throw .conflict("--tail", "--fail-fast") }
      if filter != nil { throw .conflict("--tail", "--filter") }
      // A log that is followed is replayed in this process, which nobody watches.
      if timeout != nil { throw .conflict("--tail", "--timeout") }
      if memory != nil { throw .conflict("--tail", "--memory") }
      if paths.count > 1 { throw .extraOperand(paths[1], of: Self.name) }
    }
  }

  private func validateWatch() throws(UsageError) {
    if tail { throw .conflict("--watch", "--tail") }
    if update { throw .conflict("--watch", "--update") }
    if results != nil { throw .conflict("--watch", "--results") }
    if junit != nil { throw .conflict("--watch", "--junit") }
    if json { throw .conflict("--watch", "--json") }
    // What was left out would be taken for gone.
    if stopsAtFailure { throw .conflict("--watch", "--fail-fast") }
    if filesFrom == "-" { throw .conflict("--watch", "--files-from -") }
  }

  package func run<App: ShellApp>(in shell: Shell<App>, style: OutputStyle) async -> Int32 {
    if watches { return watch(in: shell, style) }
    if let code = ReplayOutput.refusal(of: junit, "--junit", shell) { return code }
    return tail ? await follow(in: shell, style) : replay(in: shell, style)
  }

  @MainActor
  private func replay<App>(in shell: Shell<App>, _ style: OutputStyle) -> Int32 {
    // On another core while the logs are listed. This function must not suspend, as workers are
    // children of the main thread.
    let build = ThreadPool().start { [name = App.name] in
      Result { try KnownBuild(self, app: name) }
    }
    let corpus: Corpus
    let known: ReplayMemory?
    do {
      corpus = try makeCorpus(shell)
      known = try ReplayMemory(self, corpus, shell, build().get())
    } catch {
      shell.complain("\(error)".visible)
      return ExitCode.usage
    }
    tellUnfinished(corpus.unfinished, shell)
    for note in corpus.archiveNotes { shell.complain(note) }
    let replay = corpusReplay(shell)
    if update { return updateLogs(of: corpus, with: replay, shell, style) }
    let output = output(for: shell)
    shell.withProgress(over: corpus) { progress in
      replay.replay(corpus.list, with: replayer(shell), memory: known?.reports) { report in
        output.add(report)
        progress(output.overview.tally.logs)
      }
    }
    output.leaveOut(corpus.list.count - output.overview.tally.logs)
    let code = output.finish(exitCode(of: output.overview.tally.worst), in: shell, style)
    return known?.finish(shell) ?? code
  }

  /// Replays many logs as the options say.
  @MainActor
  func corpusReplay<App>(_ shell: Shell<App>) -> CorpusReplay {
    var replay = CorpusReplay(
      jobs: jobs,
      workers: shell.environment.worker.map {
        WorkerSettings($0, timeout: timeout, memory: memory)
      })
    replay.stopsAtFailure = stopsAtFailure
    return replay
  }

  /// The replayer of the app's logs as the options say.
  @MainActor
  func replayer<App>(
    _ shell: Shell<App>
  ) -> SessionReplayer<App.Feature.State, App.Feature.Action> {
    var replayer = shell.replayer
    replayer.keepsGoing = keepsGoing
    replayer.isParanoid = isParanoid
    replayer.isStrict = isStrict
    return replayer
  }

  /// Takes down results in the forms that are wanted.
  @MainActor
  func output<App>(for shell: Shell<App>) -> ReplayOutput {
    ReplayOutput(.init(json: json, junit: junit, isVerbose: isVerbose), app: App.name)
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

  /// The exit code of a process that found this to be the worst verdict.
  func exitCode(of worst: Verdict.Kind) -> Int32 {
    gitBisect && worst == .incompatible ? ExitCode.bisectSkip : worst.exitCode
  }
}

// MARK: Options

extension ReplayVerb {
  private static let logOptions = group(
    "Logs",
    [
      .path(
        "files-from", takes: "FILE",
        "also replay the logs that a file lists; '-' is standard input", \.filesFrom),
      .value(
        "filter", takes: "CONDITIONS",
        expected: "conditions such as 'version=2.*,recorded>=2026-01-01,feature=Counter*'",
        "replay only logs that meet all conditions", \.filter, read: { LogFilter($0) }),
      .value(
        "shard", takes: "I/N", expected: "I/N with I from 1 to N, as '1/3'",
        "replay only the I-th of N parts of the logs", \.shard, read: { Shard($0) }),
    ])
  private static let comparisonOptions = group(
    "Comparison",
    [
      .flag(
        "keep-going",
        "continue after a divergence from the recorded state, and count divergences",
        \.keepsGoing),
      .flag(
        "paranoid", "compare the whole state after each step, not only changes", \.isParanoid),
      .flag("strict", "fail logs that have lost steps", \.isStrict),
    ])
  private static let processOptions = group(
    "Processes",
    [
      .number(
        "jobs", takes: "N", in: 1...1024,
        "number of worker processes (default: number of CPUs)", \.jobs),
      .number(
        "timeout", takes: "SECONDS", in: 1...86_400,
        "fail a log whose step takes longer than SECONDS (default: 60)", \.timeout),
      .number(
        "memory", takes: "MIB", in: 64...1_048_576,
        "memory limit of each worker process in MiB (default: 2048)", \.memory),
      .flag("fail-fast", "start no more logs after one that does not match", \.stopsAtFailure),
    ])
  private static let reportOptions = group(
    "Reports",
    [
      .path(
        "junit", takes: "FILE", "also write the results as JUnit XML; '-' is standard output",
        \.junit),
      .flag("json", "print one JSON object", \.json),
      .flag(
        "verbose", "print reports in full (differences are limited to 10,000 lines)",
        \.isVerbose),
      .flag(
        "git-bisect", "exit with 125 for incompatible logs, which 'git bisect run' skips",
        \.gitBisect),
    ])
  private static let resultOptions = group(
    "Results and cache",
    [
      .path(
        "results", takes: "FILE",
        "append one line of JSON per log; an existing file is resumed", \.results),
      .path(
        "cache", takes: "FOLDER", of: .folder,
        "skip logs that matched with this build, and remember those that match", \.cache),
    ])
  private static let changeOptions = group(
    "Logs and builds that change",
    [
      .flag("tail", "follow a log that is still being written", \.tail),
      .flag("watch", "replay again when a log or the executable changes", \.watches),
      .flag("update", "replace logs that differ by new recordings, after a question", \.update),
      .flag("yes", "with --update: replace without a question", \.isConfirmed),
    ])
}
