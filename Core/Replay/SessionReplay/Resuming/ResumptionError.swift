package import SessionModel
package import SessionDocument
import SessionRecording

package enum ResumptionError: Error, Equatable, Sendable {
  case unreadable(SessionReadError)
  case incompatible(Incompatibility)
  case noSuchStep(UInt64, last: UInt64, path: String)
  case lostStep(UInt64, path: String)
  /// The log's level doesn't include exact states.
  case noStates(RecordingLevel, path: String)
  /// The log has no state, not even the initial one.
  case noState(path: String)
  /// The log has tokens in place of secrets.
  case redacted(path: String)
  case laterStart(UInt64, path: String)
  case differs(Divergence, path: String)
  /// The calls of the log cannot be written into a log of this app, for a reason.
  case uncopied(String, path: String)

  static func stopped(_ stop: ReplayStop) -> Self {
    switch stop {
    case .unreadable(let error): .unreadable(error)
    case .incompatible(let reason): .incompatible(reason)
    }
  }
}

extension ResumptionError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unreadable(let error): error.description
    case .incompatible(let reason): reason.description
    case .noSuchStep(let step, let last, let path):
      "'\(path)' has no step \(step), and ends with step \(last); give --at 0 to \(last)"
    case .lostStep(let step, let path):
      "step \(step) of '\(path)' is lost in a gap; give --at a step that 'show' lists"
    case .noStates(let level, let path):
      "'\(path)' has level '\(level.rawValue)', and contains no states to compare its steps with; "
        + "resume a log of level 'steps'"
    case .noState(let path):
      "'\(path)' contains no state from which the app can start; record it again"
    case .redacted(let path):
      "'\(path)' contains tokens in place of secrets, so the app cannot resume it; "
        + "print its actions with 'show --script', replace the tokens, and record the script"
    case .laterStart(let first, let path):
      "'\(path)' begins with step \(first), and the steps before it were not kept; "
        + "resume a log that begins with step 1"
    case .differs(let divergence, let path):
      "'\(path)' differs from this build at step \(divergence.step), \(divergence.action) "
        + "(\(divergence.name)); resume it with --at \(divergence.since), "
        + "or update it with 'replay --update'"
    case .uncopied(let reason, let path):
      "'\(path)' cannot be resumed with its calls: \(reason); give '--level steps' to record "
        + "without calls"
    }
  }

  /// The verdict whose exit code a program uses for this error; `nil` if none applies.
  package var verdict: Verdict.Kind? {
    switch self {
    case .unreadable: .damaged
    case .incompatible: .incompatible
    case .differs: .diverged
    case .noSuchStep, .lostStep, .noStates, .noState, .redacted, .laterStart, .uncopied: nil
    }
  }
}
