/// The end of the app in the middle of a replay.
package struct Crash: Codable, Equatable, Sendable {
  /// What ended the app.
  package enum Cause: Codable, Equatable, Sendable {
    /// A signal, such as that of a trap.
    case signal(Int32)
    /// Calls that were nested deeper than the stack allows, and how deep they were.
    case stackOverflow(depth: UInt64)
    /// A call of `exit`, with its code.
    case exit(Int32)
    /// The watch over the replay: no step was finished for so many seconds; with the memory that was
    /// taken by then, in MiB, if that is much.
    case timeout(seconds: Int, memory: Int?)
    /// The limit of memory, in MiB.
    case memory(limit: Int)
  }

  /// The number of the step that was being reduced; 0 if none was.
  package var step: UInt64
  /// The action of that step, as it would be written in a script.
  package var action: String
  /// What ended the app.
  package var cause: Cause
  /// What the runtime said of it.
  package var message: String?
  /// The last line on standard error, if the runtime said nothing.
  package var lastLine: String?
  /// The functions of the app that were running, the innermost first.
  package var frames: [String]
  /// Whether the app ended in this step when the log was recorded.
  package var isAsRecorded: Bool

  /// Describes the end of the app.
  package init(
    step: UInt64, action: String = "", cause: Cause, message: String? = nil,
    lastLine: String? = nil, frames: [String] = [], isAsRecorded: Bool = false
  ) {
    self.step = step
    self.action = action
    self.cause = cause
    self.message = message
    self.lastLine = lastLine
    self.frames = frames
    self.isAsRecorded = isAsRecorded
  }
}

extension Crash.Cause: CustomStringConvertible {
  /// What ended the app, in words.
  package var description: String {
    switch self {
    case .signal(let number): Self.text(ofSignal: number)
    case .stackOverflow(let depth): "stack overflow: \(depth) calls deep"
    case .exit(let code): "the app called exit(\(code))"
    case .timeout(let seconds, let memory):
      "endless loop: no step finished for \(UInt64(seconds).counted("second"))"
        + (memory.map { ", and \($0) MiB were taken by then" } ?? "")
        + "; give a longer --timeout if it only takes long"
    case .memory(let limit):
      "out of memory: more than \(limit) MiB; give it more with --memory if it needs that"
    }
  }

  /// The name of the cause in results for machines.
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
