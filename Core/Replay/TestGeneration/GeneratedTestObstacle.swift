import SessionModel

/// A reason why a generated test does not run the effects of its session.
package enum GeneratedTestObstacle: Error, Equatable, Sendable {
  case noCalls
  case secrets
  /// The state contains values that are shared by reference, which effects can change.
  case sharedState
  case unreadable
  case tooManyEvents(UInt64, limit: UInt64)
  /// The app has no endpoint with the name and the types of a recorded one.
  case otherTypes(String)
  /// Source code in a different file cannot name a type of an endpoint.
  case unnamedType(String)
}

extension GeneratedTestObstacle: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noCalls: "the log has no calls"
    case .sharedState: "they may change state that is shared by reference"
    case .secrets: "texts of their calls may be secrets"
    case .unreadable: "their calls cannot be read"
    case .tooManyEvents(let count, let limit):
      "they have \(count) events, and a test is limited to \(limit)"
    case .otherTypes(let endpoint): "'\(endpoint)' has other types in the log than in the app"
    case .unnamedType(let endpoint): "a type of '\(endpoint)' has no name in source code"
    }
  }
}
