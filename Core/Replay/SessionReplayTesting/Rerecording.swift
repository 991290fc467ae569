import Foundation

/// The logs that a test run records again, selected by the variable `REPRISE_RERECORD`.
package enum Rerecording: Equatable, Sendable {
  case none
  /// All logs that differ, except logs of other versions of the app's types.
  case all
  /// The log with this name, if it differs.
  case named(String)

  package static let variable = "REPRISE_RERECORD"

  @TaskLocal package static var current = Rerecording()

  /// Creates a selection from an environment: `1` selects all logs, a different value the log it
  /// names.
  package init(_ environment: [String: String] = ProcessInfo.processInfo.environment) {
    switch environment[Self.variable] ?? "" {
    case "", "0", "false": self = .none
    case "1", "true": self = .all
    case let name: self = .named(name)
    }
  }

  func includes(_ session: Session) -> Bool {
    switch self {
    case .none: false
    case .all: true
    case .named(let name): session.name == name
    }
  }
}
