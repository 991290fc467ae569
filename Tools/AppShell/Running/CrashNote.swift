import CReplayWorker
import Platform
import SessionLog

/// The message about an unfinished recording that is printed if the app ends the process.
@MainActor
enum CrashNote {
  private static var log: String?

  /// Sets the message, which names the unfinished file of a log and the command that recovers it.
  static func begin(of log: String) {
    self.log = log
    let partial = LogFile.partialPath(for: log)
    let text = """
      the app ended before its recording: '\(partial.visible)' is unfinished. \
      `\(LogFile.recoverCommand(forPartial: partial))` keeps its steps.

      """
    rp_note_recording(text)
  }

  /// Removes the message about a log, unless the message about a newer log has replaced it.
  static func end(of log: String) {
    guard self.log == log else { return }
    self.log = nil
    rp_note_recording(nil)
  }
}
