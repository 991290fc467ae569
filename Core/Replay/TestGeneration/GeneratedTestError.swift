public import SessionModel
import SessionRecording

/// An error that prevents generating a test from a log.
///
///     func explain(_ error: GeneratedTestError) {
///       if case .tooLong(_, _, let limit) = error { print("at most \(limit) steps") }
///     }
public enum GeneratedTestError: Error, Equatable, Sendable {
  /// The log is unreadable or damaged; the text is the reason.
  case unreadable(String)
  /// The log belongs to a different app, or does not fit its types; the text is the reason.
  case incompatible(String)
  /// The log was recorded with other types, from which it can still be converted.
  case otherTypes(path: String)
  /// The log does not hold the state after each step.
  case level(path: String, RecordingLevel)
  /// The log holds no state, not even the initial one.
  case noState(path: String)
  /// The log begins in the middle of a session.
  case laterStart(path: String, firstStep: UInt64)
  /// Steps `first` to `last` are lost in the middle of the log.
  case gap(path: String, first: UInt64, last: UInt64)
  /// The session has too many steps for a test that compiles in reasonable time.
  case tooLong(path: String, steps: UInt64, limit: UInt64)
}

extension GeneratedTestError: CustomStringConvertible {
  /// The obstacle and the remedy.
  public var description: String {
    switch self {
    case .unreadable(let text), .incompatible(let text): text
    case .otherTypes(let path):
      "'\(path)' was recorded with other types; update it with 'replay --update', and try again"
    case .level(let path, let level):
      """
      '\(path)' has level '\(level.rawValue)', which does not contain the changes of each step; \
      record it again with 'run --record' and '--script', which records all of them
      """
    case .noState(let path):
      "'\(path)' contains no state to test; record it again"
    case .laterStart(let path, let step):
      """
      '\(path)' begins after step \(step - 1), with a state that a test cannot create; replay the \
      log itself in a test with 'expectReplay'
      """
    case .gap(let path, let first, let last):
      first > 1
        ? "'\(path)' lacks the steps from \(first) to \(last), which a test cannot replace; use "
          + "the steps before them with '--to \(first - 1)'"
        : "'\(path)' lacks the steps up to \(last), without which a test cannot begin; replay the "
          + "log itself in a test with 'expectReplay'"
    case .tooLong(let path, let steps, let limit):
      """
      '\(path)' has \(steps) steps, and a test is limited to \(limit), which take half a minute to \
      compile; use the first ones with '--to N', or a shorter session
      """
    }
  }
}
