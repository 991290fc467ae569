package import CommandLineKit
import ComposableArchitecture
import Platform
import SessionDocument
import SessionLog
import SessionReplay
import SessionReports

package struct RecoverVerb: ShellVerb {
  package static let name = "recover"
  package static let summary = "recover the steps of a damaged or unfinished log"
  package static let operand: VerbOperand<Self>? = .path(
    "LOG", .log, needs: "the LOG to recover", \.log)
  package static let options: [VerbOption<Self>] = [
    .requiredPath("output", short: "o", takes: "FILE", "the log to write", \.output),
    .flag("force", "replace an existing log", \.force),
  ]
  package static let details = """
    The steps before the first damage are kept, and after it those from the next keyframe.
    The steps between are a gap; the others keep their numbers. Each loss is reported with
    its steps, bytes and offset. A damaged header is read from its copy at the end. The
    damaged log is not changed; the new one takes its owner and mode.

    For an unfinished log, LOG.partial, the steps in LOG.partial.journal are kept, too. If
    the app ended while it was reducing a step, this step is the unfinished last step of
    the new log: 'replay' reports whether the app still ends in it. Calls of effects that
    were in progress are listed.
    """
  package static let exitCodes = [
    ExitMeaning.success,
    ExitMeaning(
      ExitCode.usage, means: "invalid command line, or the log cannot be created"),
    .newerFormat,
    ExitMeaning(
      Verdict.Kind.damaged.exitCode, means: "nothing can be recovered; no log is written"),
    ExitMeaning(ExitCode.failure, means: "writing failed"),
  ]
  package static let examples = ["recover s.reprise.partial -o s.reprise"]

  package var log = ""
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
      for line in unfinishedCalls(of: new.path) { console.errors.line(line) }
      return 0
    } catch {
      let remedy = error.canBeForced && !force ? " Or replace it with --force." : ""
      shell.printError(error.description.visible + remedy)
      return error.exitCode
    }
  }

  /// Returns the unfinished last step of a log: `step 12: todos.move(0, to: 2)`.
  private func unfinishedStep(of path: String) -> String? {
    guard let reader = try? SessionReader(path: path), let step = try? reader.unfinishedStep()
    else { return nil }
    return step.description(in: reader.header).visible
  }

  /// Returns a line for each call that was in progress at the end of a log.
  private func unfinishedCalls(of path: String) -> [String] {
    guard let reader = try? SessionReader(path: path) else { return [] }
    let text = CallText(header: reader.header)
    // The end of a call that began before a gap may be lost.
    let start = reader.log.blocks.last { $0.followsGap }?.firstStep ?? 0
    let calls = SessionCalls(reader).all()
      .filter { $0.outcome == nil && $0.beganAfter + 1 >= start }
    let lines = calls.prefix(Self.maxCalls).map { call in
      "unfinished: effect of step \(call.effectStep): \(text.beginning(of: call))".visible
    }
    let rest = UInt64(calls.count - lines.count)
    return lines + (rest > 0 ? ["unfinished: \(rest.counted("more call"))"] : [])
  }

  private static let maxCalls = 10
}

extension RecoverySummary {
  /// Returns the messages about lost steps: a line per loss, and the sum if there are several.
  fileprivate func lines(of path: String) -> [String] {
    guard let damage else { return ["'\(path)' is not damaged"] }
    let parts = losses.filter { $0.bytes > 0 || $0.stepCount > 0 || $0.mayBeMore }
    let lines = parts.map { "lost \($0)" } + (journalTear.map { ["\($0)"] } ?? [])
    if lines.isEmpty, damage.cause != .unfinished { return ["'\(path)': \(damage)"] }
    guard lines.count > 1 else { return lines }
    let steps = lostSteps.map { $0.counted("step") } ?? "an unknown number of steps"
    return lines + ["total loss: \(steps), \(lostBytes) bytes"]
  }
}

extension LogRecoveryError {
  fileprivate var exitCode: Int32 {
    switch self {
    case .cannotRead(let error): ExitCode.of(error)
    case .nothingLeft: Verdict.Kind.damaged.exitCode
    case .cannotCreate: ExitCode.usage
    case .stopped, .copyDiffers: ExitCode.failure
    }
  }

  fileprivate var canBeForced: Bool {
    if case .cannotCreate(let error) = self { error.canBeForced } else { false }
  }
}

extension LogWriterError {
  var canBeForced: Bool {
    switch self {
    case .fileExists, .partialExists(_, isBeingWritten: false): true
    default: false
    }
  }
}
