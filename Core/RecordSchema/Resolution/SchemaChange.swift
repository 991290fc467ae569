package import RecordCoding

/// A change of the types between the build that recorded a log and this one.
package struct SchemaChange: Hashable, Codable, Sendable {
  /// What the change means for older logs.
  package let grade: ResolutionGrade
  /// What was changed.
  package let difference: SchemaDifference

  package init(_ grade: ResolutionGrade, _ difference: SchemaDifference) {
    self.grade = grade
    self.difference = difference
  }
}

/// How well an older log can be replayed, the worst last.
package enum ResolutionGrade: String, CaseIterable, Comparable, Codable, Sendable {
  /// Everything that the log holds has its place in today's types.
  case fine
  /// Something that the log holds has no place any more, and is no longer compared.
  case risky
  /// Something that the log holds cannot be made into a value of today's types.
  case impossible

  private var rank: Int {
    switch self {
    case .fine: 0
    case .risky: 1
    case .impossible: 2
    }
  }

  package static func < (one: Self, other: Self) -> Bool { one.rank < other.rank }
}

extension SchemaChange: CustomStringConvertible {
  /// What was changed, and what follows from it.
  package var description: String {
    switch (grade, difference) {
    case (.risky, .fieldRemoved): "\(difference): its changes are no longer compared"
    case (.risky, _), (.fine, _): "\(difference)"
    case (.impossible, .fieldAdded): "\(difference) without a value for older logs"
    case (.impossible, .typeChanged): "\(difference) without a conversion"
    case (.impossible, _): "\(difference)"
    }
  }
}
