/// What hands that know editors and pagers type behind `:`, where the app has no action of that name.
package enum CommandHabit: Equatable, Sendable {
  /// The session is to end: `q`, `q!`, `qa`, `wq`, `x` and the like.
  case quit
  /// The keys are wanted: `h`.
  case help
  /// A file is to be written: `w`, `w NAME`.
  case write

  /// Recognises a line without spaces at its ends.
  package init?(_ line: String) {
    switch line.prefix(while: { $0 != " " }) {
    case "q", "q!", "qa", "qa!", "quit!", "wq", "wq!", "wqa", "x", "xa", "ZZ": self = .quit
    case "h": self = .help
    case "w", "w!", "wa", "write": self = .write
    default: return nil
    }
  }
}

extension CommandHabit {
  /// What is told to who wants a file written.
  package static func writeNote(log: String?) -> String {
    guard let log else {
      return "Nothing is recorded; 'record LOG' starts a session that is. 'quit' leaves."
    }
    return "Each step is in '\(log.visible)' already; 'quit' completes it."
  }
}
