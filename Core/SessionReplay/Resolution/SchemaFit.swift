package import RecordCoding
package import RecordSchema

/// How well a log of other types than today's fits them.
package struct SchemaFit: Equatable, Codable, Sendable {
  /// What was changed since the log was recorded.
  package let changes: [SchemaChange]
  /// Between which versions of the types it is migrated, if it is.
  package let migration: Migration?
  /// Whether the log has only digests of the changes of its own types, which tell nothing here.
  var hasOnlyDigests = false
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
    if hasOnlyDigests { return .risky }
    return changes.map(\.grade).filter { $0 != .impossible }.max() ?? .fine
  }

  /// The grade, and each change that bears on it, in words.
  package var lines: [String] {
    let texts = changes.map { change in
      change.grade == .impossible && obstacle == nil
        ? "\(change.difference); no recorded step uses it" : change.description
    }
    let migrated = migration.map { ["migrated from version \($0.from) to \($0.to)"] } ?? []
    return (obstacle.map { [$0.description] } ?? []) + migrated + digests + texts
  }

  /// What is to blame for the grade: the obstacle, or the changes of that grade.
  package var blame: [String] {
    if let obstacle { return [obstacle.blame] }
    let grade = grade
    return digests + changes.filter { $0.grade == grade }.map(\.description)
  }

  private var digests: [String] {
    hasOnlyDigests
      ? ["a log of level 'checks' has digests of the older types: states are not compared"] : []
  }
}
