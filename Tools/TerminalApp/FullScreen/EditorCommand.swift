import Platform
import SessionLog
import SessionReplay

/// A command of vi or less, accepted after `:` if the app has no action with this name.
package enum EditorCommand: Equatable, Sendable {
  /// Ends the session: `q`, `q!`, `qa`, `wq`, `x` and similar commands.
  case quit
  /// Shows the keys: `h`.
  case help
  /// Writes a file: `w`, `w NAME`. The answer is a note, because the log is always up to date.
  case write

  /// Creates a command from a line without outer spaces, or returns `nil` if the line isn't one.
  package init?(_ line: String) {
    switch line.prefix(while: { $0 != " " }) {
    case "q", "q!", "qa", "qa!", "quit!", "wq", "wq!", "wqa", "x", "xa", "ZZ": self = .quit
    case "h": self = .help
    case "w", "w!", "wa", "write": self = .write
    default: return nil
    }
  }
}

extension EditorCommand {
  /// Returns the note shown for `write`, with the file that contains all steps already, if any.
  package static func writeNote(log: String?) -> String {
    guard let log else {
      return "Nothing is recorded; 'record LOG' starts a session that is. 'quit' leaves."
    }
    return "Each step is in '\(log.visible)' already; 'quit' completes it."
  }
}
