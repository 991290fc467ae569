package import RecordCoding

/// A change of the types between the build that recorded a log and this one.
package struct SchemaChange: Hashable, Codable, Sendable {
  package let grade: ResolutionGrade
  package let difference: SchemaDifference

  package init(_ grade: ResolutionGrade, _ difference: SchemaDifference) {
    self.grade = grade
    self.difference = difference
  }
}

/// The extent to which an older log can be replayed, from best to worst.
package enum ResolutionGrade: String, CaseIterable, Comparable, Codable, Sendable {
  /// All recorded parts exist in the current types.
  case fine
  /// A recorded part no longer exists, and is no longer compared.
  case risky
  /// A recorded part cannot be converted to the current types.
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

package enum ResolutionError: Error, Hashable, Codable, Sendable {
  /// The value needs a case or a field that was removed.
  case impossible(SchemaDifference)
  /// The value does not fit the type that replaced its type.
  case doesNotFit(value: String, SchemaDifference)
  /// The argument or the result of a declared conversion does not have its type.
  case conversion(RecordDecodingError)
  /// The result of a migration does not have the current type.
  case migration(path: String, expected: String, found: String)
}

extension ResolutionError: CustomStringConvertible {
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
