/// The result of replaying the sessions of a form with a mutant.
package enum EffectOutcome: Equatable, Sendable {
  /// A replay differs.
  case found(recording: String, verdict: String)
  /// No replay differs, and the report names the effect as not verified.
  case unverified(reason: String)
  /// A replay crashes, or does not end.
  case crashed(recording: String)
  /// The replay verifies the mutant as if it were the recorded effect.
  case silent
}

extension EffectOutcome: CustomStringConvertible {
  package var description: String {
    switch self {
    case .found(let recording, let verdict): "found in '\(recording)', \(verdict)"
    case .unverified(let reason): "not verified, \(reason)"
    case .crashed(let recording): "crashed in '\(recording)'"
    case .silent: "silent"
    }
  }
}
