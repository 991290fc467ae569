import ComposableArchitecture
import SessionLog
import SessionReplay

/// Writes a new log of the intact steps of a damaged one.
package struct RecoverVerb: Verb {
  package static let name = "recover"
  package static let summary = "recover the intact steps of a damaged log"
  package static let operand: VerbOperand<Self>? = .path(
    "LOG", .log, needs: "the LOG to recover", \.log)
  package static let options: [VerbOption<Self>] = [
    .requiredPath("output", short: "o", takes: "FILE", "the log to write", \.output),
    .flag("force", "replace an existing log", \.force),
  ]
  package static let details = """
    The steps before the first damage are kept, and behind it those from the next
    keyframe on; the steps between are a gap, and the others keep their numbers. What
    is lost is told by its steps, bytes and offset. A damaged header is read from its
    copy at the end. The damaged log stays as it is; the new one takes its owner and mode.

    Of an unfinished log, LOG.partial, the steps in LOG.partial.journal beside it are kept
    too. If the app ended while it was reducing a step, the last step of the new log is
    unfinished: 'replay' tells whether the app still ends in it.
    """
  package static let exitCodes = [
    ExitMeaning.success,
    ExitMeaning(
      ExitCode.usage, means: "the command line is wrong, or the log cannot be created"),
    .newerFormat,
    ExitMeaning(
      Verdict.Kind.damaged.exitCode, means: "nothing can be recovered; nothing is written"),
    ExitMeaning(ExitCode.failure, means: "writing stopped"),
  ]
  package static let examples = ["recover s.reprise.partial -o s.reprise"]

  package var log = ""
  /// The log to write.
  package var output = ""
  package var force = false

  package init() {}

  package func run<App: ShellApp>(in shell: Shell<App>, style: OutputStyle) -> Int32 {
    let console = shell.console
    let bar = RecoveryBar(
      from: log, to: output, isShown: shell.environment.isErrorTerminal, console.errors)
    defer { bar.remove() }
    do throws(LogRecoveryError) {
      let summary = try recoverLog(
        from: log, to: output, overwrite: force, readerOptions: .session)
      bar.remove()
      let new = summary.log
      console.output.line(
        "recovered \(new.steps.counted("step")) in \(new.path.visible) (\(new.bytes) bytes)")
      for line in summary.lines(of: log) { console.errors.line(line.visible) }
      if summary.unfinishedStep != nil, let step = unfinishedStep(of: new.path) {
        console.errors.line("the app ended while it was reducing \(step)")
      }
      return 0
    } catch {
      let remedy = error.canBeForced && !force ? " Or replace it with --force." : ""
      shell.complain(error.description.visible + remedy)
      return error.exitCode
    }
  }

  /// The step that a log ends in, unfinished, as in `step 12: todos.move(0, to: 2)`.
  private func unfinishedStep(of path: String) -> String? {
    guard let reader = try? SessionReader(path: path), let step = try? reader.unfinishedStep()
    else { return nil }
    return step.description(in: reader.header).visible
  }
}

extension RecoverySummary {
  /// What was left behind, in words: a line for each part, and the sum of several.
  fileprivate func lines(of path: String) -> [String] {
    guard damage != nil else { return ["'\(path)' is whole"] }
    let parts = losses.filter { $0.bytes > 0 || $0.stepCount > 0 || $0.mayBeMore }
    let lines = parts.map { "lost \($0)" } + (journalTear.map { ["\($0)"] } ?? [])
    guard lines.count > 1 else { return lines }
    let steps = lostSteps.map { $0.counted("step") } ?? "an unknown number of steps"
    return lines + ["lost in all: \(steps), \(lostBytes) bytes"]
  }
}

extension LogRecoveryError {
  fileprivate var exitCode: Int32 {
    switch self {
    case .cannotRead(let error): ExitCode.of(error)
    case .nothingLeft: Verdict.Kind.damaged.exitCode
    case .cannotCreate: ExitCode.usage
    case .stopped: ExitCode.failure
    }
  }

  fileprivate var canBeForced: Bool {
    if case .cannotCreate(let error) = self { error.canBeForced } else { false }
  }
}

extension LogWriterError {
  /// Whether `--force` is a remedy.
  var canBeForced: Bool {
    switch self {
    case .fileExists, .partialExists(_, isBeingWritten: false): true
    default: false
    }
  }
}
