import RecordCoding
package import RecordSchema

/// Why a log cannot be replayed by this app.
package indirect enum Incompatibility: Error, Equatable, Codable, Sendable {
  /// The log is of another app.
  case otherApp(expected: String, found: String)
  /// The log is of a newer format, or needs what this program does not know.
  case format(SessionReadError)
  /// The log is of a newer version of the app's types.
  case newerTypes(expected: Int, found: Int)
  /// The state after a step, 0 for the first state, cannot be one of today's types.
  case state(step: UInt64, ResolutionError)
  /// The action of a step cannot be one of today's types.
  case action(step: UInt64, ResolutionError)
  /// The reads of a dependency are in the log that this app does not record, or otherwise.
  case reads(name: String)
}

extension Incompatibility: CustomStringConvertible {
  /// What does not fit, and what can be done about it.
  package var description: String {
    switch self {
    case .otherApp(let expected, let found):
      "the log is of the app '\(found)', and this is '\(expected)'; replay it with '\(found)'"
    case .format(let error):
      error.description
    case .newerTypes(let expected, let found):
      "the log is of version \(found) of the app's types, and this build has version \(expected); "
        + "replay it with a newer build"
    case .state, .action, .reads:
      "\(reason). \(Self.remedy)"
    }
  }

  /// What does not fit, without a remedy.
  package var reason: String {
    switch self {
    case .state(0, let error):
      "the first state cannot be read as this build's: \(error)"
    case .state(let step, let error):
      "the state after step \(step) cannot be read as this build's: \(error)"
    case .action(let step, let error):
      "the action of step \(step) cannot be read as this build's: \(error)"
    case .reads(let name):
      "the log holds reads of the dependency '\(name)', which this build does not record alike"
    case .otherApp, .format, .newerTypes:
      description
    }
  }

  /// What is to blame, the same for all logs that it makes incompatible.
  package var blame: String {
    switch self {
    case .state(_, let error), .action(_, let error): "\(error)"
    case .reads, .otherApp, .format, .newerTypes: reason
    }
  }

  private static let remedy = """
    Say beside the type what became of it, with '@RecordedAs', an initial value or a migration, \
    replay the log with the build that recorded it, or record the session again.
    """
}

/// How well a log of other types than today's fits them.
package struct SchemaFit: Equatable, Codable, Sendable {
  /// What was changed since the log was recorded.
  package let changes: [SchemaChange]
  /// Between which versions of the types it is migrated, if it is.
  package let migration: Migration?
  /// The first value that cannot be one of today's types, if there is one.
  package let obstacle: Incompatibility?

  /// The versions that migrations lead from and to.
  package struct Migration: Equatable, Codable, Sendable {
    let from: Int
    let to: Int
  }

  /// The worst that the changes mean for this log: what no recorded step uses does no harm.
  package var grade: ResolutionGrade {
    if obstacle != nil { return .impossible }
    return changes.map(\.grade).filter { $0 != .impossible }.max() ?? .fine
  }

  /// The grade, and each change that bears on it, in words.
  package var lines: [String] {
    let texts = changes.map { change in
      change.grade == .impossible && obstacle == nil
        ? "\(change.difference); no recorded step uses it" : change.description
    }
    let migrated = migration.map { ["migrated from version \($0.from) to \($0.to)"] } ?? []
    return (obstacle.map { [$0.description] } ?? []) + migrated + texts
  }

  /// What is to blame for the grade: the obstacle, or the changes of that grade.
  package var blame: [String] {
    if let obstacle { return [obstacle.blame] }
    let grade = grade
    return changes.filter { $0.grade == grade }.map(\.description)
  }
}
