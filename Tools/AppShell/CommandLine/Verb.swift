/// What the program can be told to do.
package enum Verb: String, CaseIterable, Sendable {
  case run
  case record
  case replay
  case show
  case info
  case play
  case ledger
  case recover
  case help

  /// What the verb does, in a few words.
  var summary: String {
    switch self {
    case .run: "run the app, a line of input an action"
    case .record: "run the app and record the session into a log"
    case .replay: "replay logs and verify every step"
    case .show: "list the steps of a log, or show the state at one"
    case .info: "say what a log is"
    case .play: "print the steps of a log in the time that they took"
    case .ledger: "say how logs of older versions fit this one, and what is to blame"
    case .recover: "make a whole log of what is left of a damaged one"
    case .help: "explain a verb"
    }
  }

  /// What stands behind the verb on the command line.
  var operands: String {
    switch self {
    case .run: ""
    case .record: "FILE"
    case .replay: "PATH…"
    case .show: "LOG"
    case .info: "LOG…"
    case .play: "LOG"
    case .ledger: "PATH…"
    case .recover: "LOG"
    case .help: "[VERB]"
    }
  }
}
