import Platform
import SessionLog
package import SessionReplay

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// The end of a worker process, with the step that it was reducing, or whose effect was running.
package struct WorkerEnd: Sendable {
  package let step: UInt64
  /// The position of the effect that was running; `nil` if none was.
  let effect: Int?
  let wasWriting: Bool
  package let cause: Crash.Cause
  let messages: WorkerMessages
  let stack: CrashStack
  let microseconds: UInt64

  package var crash: Crash {
    // The runtime prints the reason of a failed check, but not that of an overflow.
    let message = messages.fatal ?? (isTrap ? stack.failure : nil)
    return Crash(
      step: step, effect: effect, cause: cause, message: message,
      lastLine: message == nil ? messages.last : nil, frames: stack.frames)
  }

  /// Whether a signal ended the worker that a failed check raises.
  private var isTrap: Bool { [.signal(SIGILL), .signal(SIGTRAP)].contains(cause) }

  /// Whether the system, if short of memory, or a person may have ended the worker, not the app.
  var mayBeExternal: Bool { cause == .signal(SIGKILL) }
}

extension WorkerEnd {
  /// Returns the report of the log during which the worker ended.
  func report(path: String) -> ReplayReport {
    // The app ended while it was rewriting the log, so the new file is incomplete.
    if wasWriting { unlink(LogFile.partialPath(for: path).pathBytes) }
    var report = ReplayReport(path: path, crash: crash)
    report.microseconds = microseconds
    return report
  }
}

/// The messages that an app and its runtime write to standard error before the app ends.
package struct WorkerMessages {
  private static let limit = 500

  /// The line with which the runtime explains the end of the app.
  package let fatal: String?
  /// The last line, if the runtime printed no message.
  package let last: String?

  package init(_ text: String) {
    let lines = text.split(whereSeparator: \.isNewline)
    fatal = lines.last { line in
      ["Fatal error", "Precondition failed", "Assertion failed"].contains { line.contains($0) }
    }.map(Self.cut)
    last = fatal == nil ? lines.last.map(Self.cut) : nil
  }

  private static func cut(_ line: Substring) -> String {
    line.count > limit ? "\(line.prefix(limit))…" : String(line)
  }
}
