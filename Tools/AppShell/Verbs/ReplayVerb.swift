package import CommandLineKit
import ComposableArchitecture
import Foundation
import Platform
package import ReplayCorpus
import SessionDocument
import SessionLog
import SessionReplay
import SessionReports

package struct ReplayVerb: ShellVerb {
  package static let name = "replay"
  package static let summary = "replay logs and verify every step"
  package static let operand: VerbOperand<Self>? = .paths(
    "PATH…", .log, needs: "the PATH of a log or a folder of logs", unless: "files-from", \.paths)
  package static let options: [VerbOption<Self>] =
    mainOptions + logOptions + comparisonOptions + limitOptions + resultOptions + editOptions
  package static let details = """
    A folder means all '.reprise' files under it, and a tar all logs in it, which are read
    without unpacking; 'corpus.tar/a.reprise' is a log in a tar. In the file of
    --files-from, paths end with a newline, or with a NUL if the file contains one; a list
    without paths is an error.

    With --shard, the CRC-32 of a log's name below the folder determines its shard, so a
    new log does not move others. If a CI or batch system has set its variables (an array
    of Slurm, Grid Engine or AWS Batch, or a parallel job of GitLab, CircleCI, Buildkite
    or Azure), they select the shard unless --shard is given; a message says so. They
    divide folders, lists and tars; a log whose own path is given is replayed by each
    task. 'merge' merges the --results of all shards.

    A replay without logs is an error, for example if a shard has none or if no log meets
    the conditions of --filter. With --allow-empty, it succeeds.

    --filter takes comma-separated conditions: app, version or feature, = or !=, and a
    name, in which * matches any characters; or recorded, any comparison, and an ISO 8601
    time or its beginning. A feature is the type that contains an action of the log.

    A task that is restarted with the same --results replays only the logs without
    results. With --cache, logs that matched with this executable and these options are
    skipped; several processes can share the folder.

    Logs that fail for the same reason (verdict, action, field or message) are reported as
    a group: the number of logs, the full report of the log with the fewest steps, and the
    names of others. The report fits on a screen; --verbose prints all of it.

    With --json: {"verdict": …, "exitCode": …, "groups": [{"verdict", "action"?,
    "subject"?, "count", "logs"}], "logs": [{"path", "verdict", "steps",
    "verifiedSteps", "effects"?: {"verified", "unverified", "message"?}, "lostSteps"?,
    "gaps"?, "survivedStep"?, "message"?, "divergence"?: {"kind", "step", "action",
    "path"?, "expected"?, "actual"?, "difference"?, "message"?, "effect"?: {"number",
    "position", "calls", "expectsCall"?}}, "crash"?: {"step", "effect"?, "action", "cause",
    "message", "lastLine"?, "frames", "asRecorded"}, "context"?, "feature"?, "fit"?:
    {"grade", "changes"}, "differingSteps"?, "differingRanges"?: [{"first", "last"}],
    "differing"?}]}; keys with '?' are optional. The "effect" of a divergence is the one
    that differs: its number in the log, its position in the step, the calls that it made
    before, and whether its next recorded call was expected.

    With --junit, each log is a test case with its time in seconds; with '-', standard
    output contains nothing else. If GITHUB_ACTIONS is 'true', each group is an annotation
    for GitHub on standard output, or on standard error if --json or '--junit -' uses
    standard output.

    With --json and --update: {"exitCode": …, "groups": […], "logs": [{"path", "outcome",
    "message"?, "divergence"?, "lostCalls"?, "calls"?: [{"step", "effect", "recorded",
    "actual"?}]}]}.

    The state after each step, the actions that its effect sent, and the shape of the
    effect are verified. Effects are not run: the log contains what they sent. With
    --effects, those of a log that was recorded with '--level effects' are run as well, one
    task at a time and with virtual time. Their calls of dependencies are answered from the
    log. Each effect must make the same calls with the same arguments, send the same
    actions, and end as recorded.

    A log that another version recorded is resolved by the names of fields and cases;
    'compat' reports how well this works.

    Logs are replayed in separate processes. If the app ends in one, by a trap, infinite
    recursion, exit(), a step or effect that exceeds --timeout, or more memory than
    --memory, only that log fails: its verdict is a crash at a step or in an effect, with
    the runtime's message and the running functions of the app, with files and lines.
    Other logs are still replayed.

    A log of a session that ended in the middle of a step is replayed through that step:
    it crashes as recorded, or it matches and the crash is gone.

    A log with lost steps is replayed from the state after each gap, and its verdict
    includes the number of lost steps. With --strict, it counts as damaged.

    --tail follows a log while it is written, LOG.partial if it exists, until it is
    completed, a step differs, its writer ends, or the first Ctrl-C.

    --watch replays again when a log is added, removed or changed, and when this
    executable is rebuilt; the new one then takes over. Each round shows on one screen
    what became better or worse: fixed logs, logs that fail now or in a different way,
    with their first difference, and logs that fail as before. Ctrl-C ends the watch with
    the exit code of the last round.

    --update reports why logs differ, with a group for each reason and its first
    difference, and replaces them after confirmation at a terminal, or with --yes.
    Otherwise nothing is written, and the exit code is that of a replay. A log is not
    replaced if its dependency reads differ, if it is not complete, if it crashes, or if
    the new log does not match: an effect may no longer send an action of the log.
    Dependencies that were not yet recorded at the time of the log are read again. A log
    that another version of the app or of its types recorded is replaced only if its own
    path is given, not just its folder. The new log has the calls of effects of the old
    one, unless the effects of a step have changed. With --effects, the effects are run,
    and their calls are updated too: each keeps its recorded answer. A log that lacks an
    answer is not replaced.

    --edit and --skip show what would have followed from other actions: the steps of the
    log are replayed with them, and written to FILE as a new log, which is replayed in
    turn. The user's other actions stay. What an effect sends follows from the effect, as
    long as it makes the same calls as in the log; in a log without calls, an action stays
    if its effect does the same work. If a reducer reads more than the log has, it gets a new
    identity, or the value that it read last. What changed is printed; 'diff' compares the
    two logs. A step that an effect sent after some work can be edited or left out, too.

    With --json and --edit or --skip: {"path", "verdict", "steps", "recordedSteps",
    "changes": [{"step"?, "edited", "sender"?, "otherCall"?, "old"?, "new"?}], "end"?:
    {"step"?, "problem"}, "crash"?, "lostCalls"?, "issues": [{"step", "message"}],
    "supplied", "unknownWork", "differingStep"?}.

    The exit code for several logs is that of the worst, in the order 70, 4, 3, 5, 1, 0.
    """
  package static let exitCodes = [
    ExitMeaning(Verdict.Kind.match.exitCode, means: "every log matches"),
    ExitMeaning(Verdict.Kind.diverged.exitCode, means: "a log diverges"),
    .usage,
    ExitMeaning(
      Verdict.Kind.incompatible.exitCode, means: "a log does not fit this build's types"),
    ExitMeaning(Verdict.Kind.damaged.exitCode, means: "a log is damaged"),
    ExitMeaning(Verdict.Kind.crashed.exitCode, means: "the app ended in a step"),
    ExitMeaning(ExitCode.failure, means: "internal error"),
    ExitMeaning(ExitCode.bisectSkip, means: "with --git-bisect, instead of 3"),
  ]
  package static let examples = ["replay s.reprise", "replay Tests/Sessions --junit results.xml"]

  package var paths: [String] = []
  package var jobs: Int?
  package var shard: Shard?
  package var filesFrom: String?
  package var allowsEmpty = false
  package var results: String?
  package var cache: String?
  package var stopsAtFailure = false
  package var filter: LogFilter?
  package var junit: String?
  package var json = false
  package var update = false
  package var isConfirmed = false
  package var gitBisect = false
  package var isVerbose = false
  package var keepsGoing = false
  /// Whether the whole state is encoded and compared after each step.
  package var isParanoid = false
  package var tail = false
  package var watches = false
  package var isStrict = false
  /// Whether effects are run and verified, for logs that have their calls.
  package var runsEffects = false
  /// The maximum duration of a step in seconds. A longer step counts as an endless loop.
  package var timeout: Int?
  /// The memory limit of a worker process in MiB.
  package var memory: Int?
  /// Edited steps as N=ACTION.
  package var edits: [String] = []
  /// The numbers of steps to leave out.
  package var skips: [String] = []
  package var output: String?
  package var force = false

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
    if runsEffects {
      if tail { throw .conflict("--effects", "--tail") }
    }
    if watches { try validateWatch() }
    try validateEdits()
    if tail {
      if update { throw .conflict("--tail", "--update") }
      if shard != nil { throw .conflict("--tail", "--shard") }
      if allowsEmpty { throw .conflict("--tail", "--allow-empty") }
      if filesFrom != nil { throw .conflict("--tail", "--files-from") }
      if results != nil { throw .conflict("--tail", "--results") }
      if cache != nil { throw .conflict("--tail", "--cache") }
      if stopsAtFailure { throw .conflict("--tail", "--fail-fast") }
      if filter != nil { throw .conflict("--tail", "--filter") }
      // A followed log is replayed in this process, where no limits are enforced.
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
    // Logs after the failure would be reported as removed.
    if stopsAtFailure { throw .conflict("--watch", "--fail-fast") }
    if filesFrom == "-" { throw .conflict("--watch", "--files-from -") }
  }

  package func run<App: ShellApp>(in shell: Shell<App>, style: OutputStyle) async -> Int32 {
    if watches { return await watch(in: shell, style) }
    if isEdit { return await edit(in: shell, style) }
    if let code = ReplayOutput.refusal(of: junit, "--junit", shell) { return code }
    if tail { return await follow(in: shell, style) }
    return update && runsEffects
      ? await updateEffects(in: shell, style) : await replay(in: shell, style)
  }

  @MainActor
  private func replay<App>(in shell: Shell<App>, _ style: OutputStyle) async -> Int32 {
    // The build is read on a second core while the logs are listed. This function must not suspend
    // if there are workers, which are children of the main thread.
    let build = ThreadPool().start { [name = App.name] in
      Result { try KnownBuild(self, app: name) }
    }
    let corpus: Corpus
    let known: ReplayMemory?
    do {
      corpus = try makeCorpus(selectedShard(shell))
      known = try ReplayMemory(self, corpus, shell, build().get())
    } catch {
      shell.printError("\(error)".visible)
      return ExitCode.usage
    }
    printNotes(about: corpus, shell)
    let replay = corpusReplay(shell)
    if update {
      let replays = shell.withProgress(over: corpus) {
        replay.replay(corpus, with: shell.replayer, progress: $0)
      }
      let plan = UpdatePlan(replays, named: corpus.named)
      return await updateLogs(plan, of: corpus, shell, style) { pending in
        shell.withProgress(over: pending) {
          replay.update(pending, with: shell.replayer, progress: $0)
        }
      }
    }
    let output = output(for: shell)
    let bar = shell.progressBar(overLogs: corpus.list.count)
    await replay.replayWithEffects(
      corpus.list, with: replayer(shell), memory: known?.reports
    ) { report in
      output.add(report)
      bar.advance(output.overview.tally.logs)
    }
    bar.remove()
    output.skip(corpus.list.count - output.overview.tally.logs)
    let code = output.finish(exitCode(of: output.overview.tally.worst), in: shell, style)
    return known?.finish(shell) ?? code
  }

  @MainActor
  func corpusReplay<App>(_ shell: Shell<App>) -> CorpusReplay {
    var replay = CorpusReplay(
      jobs: jobs, workers: shell.workers(timeout: timeout, memory: memory))
    replay.stopsAtFailure = stopsAtFailure
    replay.runsEffects = runsEffects
    return replay
  }

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

  @MainActor
  func output<App>(for shell: Shell<App>) -> ReplayOutput {
    ReplayOutput(.init(json: json, junit: junit, isVerbose: isVerbose), app: App.name)
  }

  /// Prints what is left out of a corpus.
  @MainActor
  func printNotes<App>(about corpus: Corpus, _ shell: Shell<App>) {
    reportUnfinished(corpus.unfinished, shell)
    for note in corpus.archiveNotes { shell.printError(note) }
  }

  /// Reports recordings that are not replayed because they are unfinished.
  @MainActor
  private func reportUnfinished<App>(_ paths: [String], _ shell: Shell<App>) {
    guard let first = paths.first?.visible else { return }
    let others = UInt64(paths.count - 1)
    shell.printError(
      others == 0
        ? "'\(first)' is not replayed: the recording is unfinished; 'recover' creates a log from it"
        : "'\(first)' and \(others.counted("other recording")) are not replayed: they are "
          + "unfinished; 'recover' creates logs from them")
  }

  func exitCode(of worst: Verdict.Kind) -> Int32 {
    gitBisect && worst == .incompatible ? ExitCode.bisectSkip : worst.exitCode
  }
}

extension ReplayVerb {
  private static let mainOptions = group(
    "Most used",
    [
      .flag(
        "effects", "also run the effects of logs recorded with '--level effects', and verify them",
        \.runsEffects),
      .flag(
        "keep-going",
        "continue after a divergence from the recorded state, and count divergences",
        \.keepsGoing),
      .flag(
        "verbose", "print reports in full (differences are limited to 10,000 lines)",
        \.isVerbose),
      .flag("json", "print one JSON object", \.json),
      .path(
        "junit", takes: "FILE", "also write the results as JUnit XML; '-' is standard output",
        \.junit),
      .number(
        "jobs", takes: "N", in: 1...1024,
        "number of worker processes (default: number of CPUs)", \.jobs),
      .value(
        "filter", takes: "CONDITIONS",
        expected: "conditions such as 'version=2.*,recorded>=2026-01-01,feature=Counter*'",
        "replay only logs that meet all conditions", \.filter, read: { LogFilter($0) }),
      .flag("fail-fast", "start no more logs after the first failure", \.stopsAtFailure),
      .flag("watch", "replay again when a log or the executable changes", \.watches),
      .flag("update", "replace logs that differ with new recordings, after confirmation", \.update),
    ])
  private static let logOptions = group(
    "Logs",
    [
      .path(
        "files-from", takes: "FILE",
        "also replay the logs listed in FILE; '-' is standard input", \.filesFrom),
      .value(
        "shard", takes: "I/N", expected: "I/N with I from 1 to N, such as '1/3'",
        "replay only the I-th of N parts of the logs", \.shard, read: { Shard($0) }),
      .flag("allow-empty", "succeed if there are no logs to replay", \.allowsEmpty),
      .flag("tail", "follow a log that is still being written", \.tail),
      .flag("yes", "with --update: replace logs without confirmation", \.isConfirmed),
    ])
  private static let comparisonOptions = group(
    "Comparison",
    [
      .flag(
        "paranoid", "compare the whole state after each step, not only changes", \.isParanoid),
      .flag("strict", "fail logs with lost steps", \.isStrict),
    ])
  private static let limitOptions = group(
    "Limits",
    [
      .number(
        "timeout", takes: "SECONDS", in: 1...86_400,
        "fail a log whose step or effect takes longer than SECONDS (default: 60)", \.timeout),
      .number(
        "memory", takes: "MIB", in: 64...1_048_576,
        "memory limit of each worker process in MiB (default: 2048)", \.memory),
    ])
  private static let resultOptions = group(
    "Results and cache",
    [
      .path(
        "results", takes: "FILE",
        "append one JSON line per log; an existing file is resumed", \.results),
      .path(
        "cache", takes: "FOLDER", of: .folder,
        "skip logs that matched with this build; FOLDER stores the verdicts", \.cache),
      .flag(
        "git-bisect", "exit with 125 for incompatible logs, which 'git bisect run' skips",
        \.gitBisect),
    ])
}
