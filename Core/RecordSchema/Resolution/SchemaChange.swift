package import RecordCoding

/// A change of the types between the build that recorded a log and this one.
package struct SchemaChange: Hashable, Codable, Sendable {
  /// The effect of the change on older logs.
  package let grade: ResolutionGrade
  /// The change of the types.
  package let difference: SchemaDifference

  package init(_ grade: ResolutionGrade, _ difference: SchemaDifference) {
    self.grade = grade
    self.difference = difference
  }
}

/// How well an older log can be replayed, the worst last.
package enum ResolutionGrade: String, CaseIterable, Comparable, Codable, Sendable {
  /// Everything that the log holds exists in today's types.
  case fine
  /// Something that the log holds no longer exists, and is no longer compared.
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
  /// The change and its consequence.
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

/// Why a value of an older log cannot be made into one of today's types.
package enum ResolutionError: Error, Hashable, Codable, Sendable {
  /// The value needs a case or field that was removed.
  case impossible(SchemaDifference)
  /// The value does not fit the type that replaced its own.
  case doesNotFit(value: String, SchemaDifference)
  /// A declared conversion's argument or result is not of its type.
  case conversion(RecordDecodingError)
  /// A migration's result is not of the current type.
  case migration(path: String, expected: String, found: String)
}

extension ResolutionError: CustomStringConvertible {
  /// The reason.
  package var description: String {
    switch self {
    case .impossible(let difference): SchemaChange(.impossible, difference).description
    case .doesNotFit(let value, let difference): "\(difference), which \(value) does not fit"
    case .conversion(let error): "a converted value cannot be read: \(error)"
    case .migration(let path, let expected, let found):
      "after the migrations \(path.isEmpty ? "the value" : "'\(path)'") is \(found), and must be "
        + expected
    }
  }
}
