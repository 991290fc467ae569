import RecordedValues
import Foundation
import RecordCoding
import SessionLog
import SessionModel
import SessionDocument

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// The end of the app during a replay, such as a trap or a call of `exit`.
///
///     if case .crashed(let crash) = report.verdict {
///       print("step \(crash.step), \(crash.action), ends the process")
///     }
public struct Crash: Equatable, Sendable {
  package enum Cause: Codable, Equatable, Sendable {
    /// A signal, such as the one that a trap raises.
    case signal(Int32)
    case stackOverflow(depth: UInt64)
    case exit(Int32)
    /// A step or effect that did not finish in time, with the memory in use in MiB, if it was much.
    case timeout(seconds: Int, memory: Int?)
    /// Memory use above a limit, in MiB.
    case memory(limit: Int)
  }

  /// The number of the step that was being reduced, or whose effect was running; 0 if none was.
  public package(set) var step: UInt64
  /// The position of the running effect among the effects of the step; `nil` if none was running.
  package var effect: Int?
  /// The action of that step, in the form of a script.
  public package(set) var action: String
  package var cause: Cause
  package var message: String?
  /// The last line on standard error, if the runtime printed no message.
  package var lastLine: String?
  /// The functions of the app that were running, innermost first.
  package var frames: [CrashFrame]
  /// Whether the app also ended in this step when the log was recorded.
  package var isAsRecorded: Bool

  package init(
    step: UInt64, effect: Int? = nil, action: String = "", cause: Cause, message: String? = nil,
    lastLine: String? = nil, frames: [CrashFrame] = [], isAsRecorded: Bool = false
  ) {
    self.step = step
    self.effect = effect
    self.action = action
    self.cause = cause
    self.message = message
    self.lastLine = lastLine
    self.frames = frames
    self.isAsRecorded = isAsRecorded
  }
}

// Workers send crashes to their parent process. The encoded form is not part of the API.
@_documentation(visibility: internal)
extension Crash: Codable {}

extension Crash: CustomStringConvertible {
  /// The message of the runtime, or a description of the cause.
  public var description: String { message ?? causeText }
}

extension Crash {
  /// A description of the cause.
  var causeText: String { cause.text(of: effect == nil ? "step" : "effect") }
}

extension Crash.Cause: CustomStringConvertible {
  package var description: String { text(of: "step") }

  /// Returns a description of the cause of a crash in a step or an effect.
  func text(of unit: String) -> String {
    switch self {
    case .signal(let number): Self.text(ofSignal: number)
    case .stackOverflow(let depth): "stack overflow: \(depth) calls deep"
    case .exit(let code): "the app called exit(\(code))"
    case .timeout(let seconds, let memory):
      "endless loop: no \(unit) finished for \(UInt64(seconds).counted("second"))"
        + (memory.map { ", and \($0) MiB were in use by then" } ?? "")
        + "; give a longer --timeout if the \(unit) is only slow"
    case .memory(let limit):
      "out of memory: more than \(limit) MiB; raise the limit with --memory if the app needs more"
    }
  }

  package var name: String {
    switch self {
    case .signal: "signal"
    case .stackOverflow: "stack overflow"
    case .exit: "exit"
    case .timeout: "timeout"
    case .memory: "memory"
    }
  }
}

extension Crash.Cause {
  static func text(ofSignal number: Int32) -> String {
    switch number {
    case SIGILL, SIGTRAP:
      "a trap (\(name(ofSignal: number))), such as an overflow or a failed check"
    case SIGABRT: "abort() (SIGABRT)"
    case SIGSEGV, SIGBUS: "an invalid memory access (\(name(ofSignal: number)))"
    case SIGFPE: "an arithmetic error (SIGFPE)"
    case SIGKILL: "killed from outside (SIGKILL), perhaps because memory is short"
    default: "ended by \(name(ofSignal: number))"
    }
  }

  private static func name(ofSignal number: Int32) -> String {
    let names: [Int32: String] = [
      SIGILL: "SIGILL", SIGTRAP: "SIGTRAP", SIGSEGV: "SIGSEGV", SIGBUS: "SIGBUS",
      SIGTERM: "SIGTERM", SIGINT: "SIGINT", SIGHUP: "SIGHUP", SIGQUIT: "SIGQUIT",
      SIGSYS: "SIGSYS", SIGPIPE: "SIGPIPE", SIGALRM: "SIGALRM", SIGXCPU: "SIGXCPU",
      SIGXFSZ: "SIGXFSZ", SIGUSR1: "SIGUSR1", SIGUSR2: "SIGUSR2",
    ]
    return names[number] ?? "signal \(number)"
  }
}

extension ReplayReport {
  /// Creates the report of a log during which the app ended. Requires no code of the app.
  package init(path: String, crash: Crash) {
    self.init(path: path, verdict: .crashed(crash))
    guard let reader = try? SessionReader(path: path) else { return }
    describe(reader)
    guard crash.step > 0, var cursor = try? SessionCursor(reader, at: crash.step - 1) else {
      return
    }
    // Effects are run after all steps were verified.
    if crash.effect != nil { effects = EffectReport() }
    verifiedSteps =
      crash.effect != nil
      ? stepCount
      : crash.step - 1 - min(reader.log.missingSteps(before: crash.step), crash.step - 1)
    if let step = try? cursor.next(), step.number == crash.step {
      let header = reader.header
      var crash = crash
      crash.action = step.text(ActionText(schema: header.schema, type: header.action))
      crash.isAsRecorded = step.isUnfinished
      verdict = .crashed(crash)
    }
    describe(StepContext(around: crash.step, in: reader))
  }
}
