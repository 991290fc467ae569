import ComposableArchitecture
import SessionLog
import SessionReplay

extension Shell {
  /// Makes a whole log of what is left of a damaged one.
  func recover(_ options: RecoverOptions) -> Int32 {
    let bar = RecoveryBar(
      from: options.log, to: options.output, isShown: environment.isErrorTerminal, console.errors)
    defer { bar.remove() }
    do throws(LogRecoveryError) {
      let summary = try recoverLog(
        from: options.log, to: options.output, overwrite: options.force,
        readerOptions: .session)
      bar.remove()
      let log = summary.log
      console.output.line(
        "recovered \(log.steps.counted("step")) in \(log.path.visible) (\(log.bytes) bytes)")
      for line in summary.lines(of: options.log) { console.errors.line(line.visible) }
      if summary.unfinishedStep != nil, let step = unfinishedStep(of: log.path) {
        console.errors.line("the app ended while it was reducing \(step)")
      }
      return 0
    } catch {
      let remedy = error.canBeForced && !options.force ? " Or replace it with --force." : ""
      complain(error.description.visible + remedy)
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
