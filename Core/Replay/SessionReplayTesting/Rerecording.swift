import Foundation

/// The logs that a run of tests records anew, by the variable `REPRISE_RERECORD`.
package enum Rerecording: Equatable, Sendable {
  /// None is.
  case none
  /// Those are that differ, but for logs of other versions of the app's types.
  case all
  /// The log of this name is if it differs.
  case named(String)

  /// The name of the variable.
  package static let variable = "REPRISE_RERECORD"

  /// The logs that are recorded anew: those that the environment of the process names.
  @TaskLocal package static var current = Rerecording()

  /// Reads the variable: `1` for all logs, or the name of one.
  package init(_ environment: [String: String] = ProcessInfo.processInfo.environment) {
    switch environment[Self.variable] ?? "" {
    case "", "0", "false": self = .none
    case "1", "true": self = .all
    case let name: self = .named(name)
    }
  }

  /// Whether a session is recorded anew if it differs.
  func includes(_ session: Session) -> Bool {
    switch self {
    case .none: false
    case .all: true
    case .named(let name): session.name == name
    }
  }
}
