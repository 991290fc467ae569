import RecordCoding
package import SchemaEvolution
package import SessionDocument

/// The reason that a log can't be replayed by this app.
package indirect enum Incompatibility: Error, Equatable, Codable, Sendable {
  case otherApp(expected: String, found: String)
  /// The log has a newer format, or needs a feature that this program doesn't know.
  case format(SessionReadError)
  case newerTypes(expected: Int, found: Int)
  /// The state after a step can't be converted to this build's types; 0 is the initial state.
  case state(step: UInt64, ResolutionError)
  case action(step: UInt64, ResolutionError)
  /// The stored value of a key can't be converted to this build's type.
  case sharedValue(key: String, ResolutionError)
  /// The log has reads of a dependency that this app doesn't record, or records differently.
  case reads(name: String)
}

extension Incompatibility: CustomStringConvertible {
  package var description: String {
    switch self {
    case .otherApp(let expected, let found):
      "the log is of the app '\(found)', and this is '\(expected)'; replay it with '\(found)'"
    case .format(let error):
      error.description
    case .newerTypes(let expected, let found):
      "the log is of version \(found) of the app's types, and this build has version \(expected); "
        + "replay it with a newer build"
    case .state, .action, .sharedValue, .reads:
      "\(reason). \(Self.remedy)"
    }
  }

  package var reason: String {
    switch self {
    case .state(0, let error):
      "the first state does not fit the types of this build: \(error)"
    case .state(let step, let error):
      "the state after step \(step) does not fit the types of this build: \(error)"
    case .action(let step, let error):
      "the action of step \(step) does not fit the types of this build: \(error)"
    case .sharedValue(let key, let error):
      "the shared value '\(key)' does not fit the type of this build: \(error)"
    case .reads(let name):
      "the log contains reads of the dependency '\(name)', which this build records differently"
    case .otherApp, .format, .newerTypes:
      description
    }
  }

  /// The cause, worded the same for all logs that it makes incompatible.
  package var blame: String {
    switch self {
    case .state(_, let error), .action(_, let error), .sharedValue(_, let error): "\(error)"
    case .reads, .otherApp, .format, .newerTypes: reason
    }
  }

  private static let remedy = """
    Describe the change at the type, with '@RecordedAs', an initial value or a migration, \
    replay the log with the build that recorded it, or record the session again.
    """
}

/// The fit between this build's types and a log with other types.
package struct SchemaFit: Equatable, Codable, Sendable {
  package let changes: [SchemaChange]
  package let migration: Migration?
  /// The first value that can't be converted to this build's types, if any.
  package let obstacle: Incompatibility?

  package struct Migration: Equatable, Codable, Sendable {
    let from: Int
    let to: Int
  }

  /// The worst grade of the changes for this log; a change that no recorded step uses is harmless.
  package var grade: ResolutionGrade {
    if obstacle != nil { return .impossible }
    return changes.map(\.grade).filter { $0 != .impossible }.max() ?? .fine
  }

  /// Returns the fit with the changes of further types; `nil` without any change.
  static func adding(_ changes: [SchemaChange], to fit: SchemaFit?) -> SchemaFit? {
    let known = fit?.changes ?? []
    let new = changes.filter { !known.contains($0) }
    guard !new.isEmpty else { return fit }
    return SchemaFit(
      changes: known + new, migration: fit?.migration, obstacle: fit?.obstacle)
  }

  package var lines: [String] {
    let texts = changes.map { change in
      change.grade == .impossible && obstacle == nil
        ? "\(change.difference); no recorded step uses it" : change.description
    }
    let migrated = migration.map { ["migrated from version \($0.from) to \($0.to)"] } ?? []
    return (obstacle.map { [$0.description] } ?? []) + migrated + texts
  }

  /// The causes of the grade: the obstacle, or the changes of that grade.
  package var blame: [String] {
    if let obstacle { return [obstacle.blame] }
    let grade = grade
    return changes.filter { $0.grade == grade }.map(\.description)
  }
}
