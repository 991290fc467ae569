import SessionLog
import SessionReplay

extension Shell {
  /// Makes a whole log of what is left of a damaged one.
  func recover(_ options: RecoverOptions) -> Int32 {
    do throws(LogRecoveryError) {
      let summary = try recoverLog(
        from: options.log, to: options.output, overwrite: options.force)
      let log = summary.log
      console.output.line(
        "recovered \(log.steps.counted("step")) in \(log.path.visible) (\(log.bytes) bytes)")
      console.errors.line(summary.losses(of: options.log))
      return 0
    } catch {
      let remedy = error.canBeForced && !options.force ? " Or replace it with --force." : ""
      complain(error.description.visible + remedy)
      return error.exitCode
    }
  }
}

extension RecoverySummary {
  /// What was left behind, in words.
  fileprivate func losses(of path: String) -> String {
    if damage == nil { return "nothing was lost: '\(path.visible)' is whole" }
    switch lostSteps {
    case 0 where lostBytes == 0: return "nothing was lost"
    case let lost?: return "lost \(lost.counted("step")), \(lostBytes) bytes"
    case nil: return "lost \(lostBytes) bytes; how many steps those were is not known"
    }
  }
}

extension LogRecoveryError {
  fileprivate var exitCode: Int32 {
    switch self {
    case .cannotRead(let error): ExitCode.of(error)
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
