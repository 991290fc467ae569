package import CommandLineKit
import ComposableArchitecture
import Foundation
import Platform
import ReplayCorpus
import SessionDocument
import SessionLog
import SessionMinimizing
import SessionReplay
import SessionReports

package struct MinimizeVerb: ShellVerb {
  package static let name = "minimize"
  package static let summary = "find the smallest session with the same failure"
  package static let operand: VerbOperand<Self>? = .path(
    "LOG", .log, needs: "the LOG to minimize", \.log)
  package static let options: [VerbOption<Self>] = [
    .requiredPath("output", short: "o", takes: "FILE", "the log to write", \.output),
    .value(
      "keep", takes: "CONDITION", expected: "a condition such as 'alerts.queue.count > 3'",
      "keep the steps until CONDITION holds, instead of the failure", \.condition,
      read: { $0.isEmpty ? nil : $0 }),
    .flag("keep-crash", "keep any crash of the app, instead of the recorded failure", \.keepsCrash),
    .flag("force", "replace an existing log", \.force),
    .flag("json", "print one JSON object", \.json),
    .number(
      "jobs", takes: "N", in: 1...1024,
      "number of worker processes (default: number of CPUs)", \.jobs),
    .number(
      "timeout", takes: "SECONDS", in: 1...86_400,
      "reject a session whose step or effect takes longer than SECONDS (default: 60)", \.timeout),
    .number(
      "memory", takes: "MIB", in: 64...1_048_576,
      "memory limit of each worker process in MiB (default: 2048)", \.memory),
  ]
  package static let details = """
    Actions of the user are removed as long as the log still fails in the same way: with
    the same verdict, for the same cases of an action, at the same path regardless of rows
    and indices; or with the same crash. Actions that effects sent are removed with the
    action that started the effect. Then the values in actions and of dependency reads are
    simplified, unless an effect of theirs got an answer that is kept. The session must
    fail in five replays, and so must the new log.

    All its steps but the last are recorded as this executable performs them. The last
    step differs from its recording as before; a session for which this cannot be
    determined is not used.

    A log with the calls of effects keeps those that the effects still make. A session is
    not used if one of its effects would call something else, and thus get a different
    answer than the kept one. If only an effect differs, as reported by
    'replay --effects', the new log keeps that difference. If an effect takes longer than
    the timeout, a message names it, and the new log has no calls.

    Ctrl-C ends the search, and writes the smallest session found so far.

    With --keep, the new log contains the steps up to the first one after which the
    condition holds, and matches. Conditions compare values as 'show' prints them: paths,
    '.count', numbers, texts, == != < <= > >=, 'is' with a case, &&, ||, ! and
    parentheses. With --keep-crash, steps are not compared, and the app may end in any of
    them.

    With --json: {"path", "verdict", "recordedSteps", "recordedActions", "steps",
    "actions", "tried", "interrupted"}.
    """
  package static let exitCodes = [
    ExitMeaning.success,
    ExitMeaning(
      ExitCode.usage, means: "invalid command line, or the log has no failure to keep"),
    ExitMeaning(
      Verdict.Kind.incompatible.exitCode, means: "the log does not fit this build's types"),
    ExitMeaning(Verdict.Kind.damaged.exitCode, means: "the log is damaged"),
    ExitMeaning(
      ExitCode.failure,
      means: "the log does not fail the same way twice, or an internal error"),
  ]
  package static let examples = [
    "minimize s.reprise -o small.reprise --keep 'counter.count > 1'"
  ]

  package var log = ""
  package var output = ""
  /// The condition that the new log must meet, instead of the verdict.
  package var condition: String?
  package var keepsCrash = false
  package var force = false
  package var json = false
  package var jobs: Int?
  package var timeout: Int?
  package var memory: Int?

  package init() {}

  package func validate() throws(UsageError) {
    if condition != nil, keepsCrash { throw .conflict("--keep", "--keep-crash") }
  }

  @MainActor
  package func run<App: ShellApp>(in shell: Shell<App>, style: OutputStyle) async -> Int32 {
    do throws(SessionReadError) {
      _ = try shell.session(at: log)
    } catch {
      shell.printError(error.description.visible)
      return ExitCode.of(error)
    }
    // The output is checked first, because the search may take long.
    if let code = shell.refusal(toReplace: output, force: force) { return code }
    var minimizer = SessionMinimizer(shell.replayer)
    minimizer.workers = shell.workers(timeout: timeout, memory: memory)
    minimizer.jobs = jobs ?? ProcessInfo.processInfo.activeProcessorCount
    minimizer.goal = condition.map { .condition($0) } ?? (keepsCrash ? .anyCrash : nil)
    minimizer.overwrites = force
    let isEnded = Mutex(false)
    let watcher = SignalWatcher({ _ in }, onRequest: { _ in isEnded.withLock { $0 = true } })
    minimizer.shouldContinue = { !isEnded.withLock { $0 } }
    let line = SearchLine(isShown: shell.environment.isErrorTerminal, shell.console.errors)
    minimizer.progress = { line.show($0) }
    defer { withExtendedLifetime(watcher) {} }
    do throws(MinimizerError) {
      let result = try await minimizer.minimizeWithCalls(path: log, to: output)
      line.remove()
      printSummary(result, shell)
      return 0
    } catch {
      line.remove()
      shell.printError(error.description.visible)
      return error.exitCode
    }
  }

  @MainActor
  private func printSummary<App>(_ result: MinimizedSession, _ shell: Shell<App>) {
    let console = shell.console
    if result.wasInterrupted {
      shell.printError("interrupted: this is the best of \(result.tried.sessions)")
    }
    if let reason = result.lostCalls {
      shell.printError("the new log has no calls: \(reason)".visible)
    }
    guard !json else { return console.output.line(JSONText.line(MinimizeResult(result))) }
    console.output.line(
      "\(result.recordedSteps.steps) → \(result.keptSteps), "
        + "\(result.recordedActions.actions) → \(result.keptActions), "
        + "of \(result.tried.sessions): \(result.path.visible)")
    console.output.line("\(meaning(of: result.verdict))".visible)
  }

  private func meaning(of verdict: Verdict) -> String {
    if let condition { return "it matches, and '\(condition)' holds after its last step" }
    let key = VerdictKey(verdict)
    let way = key?.kind == .call ? " with --effects" : ""
    return "it replays\(way) to the same verdict: " + (key?.description ?? verdict.name)
  }
}

extension Int {
  fileprivate var steps: String { UInt64(self).counted("step") }
  fileprivate var actions: String { UInt64(self).counted("user action") }
  fileprivate var sessions: String { UInt64(self).counted("session") + " tried" }
}

extension MinimizerError {
  var exitCode: Int32 {
    switch reason {
    case .cannotReplay(_, let code): code
    case .matches, .noSteps, .outsideChange, .noStates, .olderTypes, .badCondition, .heldBefore,
      .neverHolds, .noCrash, .noSuchStep, .sentAtOnce, .unsettled:
      ExitCode.usage
    case .notRepeated, .notWritten, .otherVerdict, .workers: ExitCode.failure
    }
  }
}

private struct MinimizeResult: Encodable {
  let path: String
  let verdict: String
  let recordedSteps: Int
  let recordedActions: Int
  let steps: Int
  let actions: Int
  let tried: Int
  let interrupted: Bool

  init(_ result: MinimizedSession) {
    path = result.path
    verdict = result.verdict.name
    (recordedSteps, recordedActions) = (result.recordedSteps, result.recordedActions)
    (steps, actions) = (result.keptSteps, result.keptActions)
    (tried, interrupted) = (result.tried, result.wasInterrupted)
  }
}

private final class SearchLine {
  private static let delay: UInt64 = 1_000_000_000
  private static let interval: UInt64 = 100_000_000

  private let isShown: Bool
  private let sink: TextSink
  private var last = DispatchTime.now().uptimeNanoseconds + delay - interval
  private var isDrawn = false

  init(isShown: Bool, _ sink: TextSink) {
    self.isShown = isShown
    self.sink = sink
  }

  func show(_ progress: MinimizerProgress) {
    let now = DispatchTime.now().uptimeNanoseconds
    guard isShown, now >= last + Self.interval else { return }
    last = now
    isDrawn = true
    sink.text(
      "\rbest so far: \(progress.steps.steps), \(progress.actions.actions); "
        + "\(progress.tried.sessions)\u{1B}[K")
  }

  func remove() {
    if isDrawn { sink.text("\r\u{1B}[K") }
    isDrawn = false
  }
}
