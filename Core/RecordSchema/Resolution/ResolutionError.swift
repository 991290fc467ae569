package import RecordCoding

/// Why a value of an older log cannot be made into one of today's types.
package enum ResolutionError: Error, Hashable, Codable, Sendable {
  /// The value needs what a change took away.
  case impossible(SchemaDifference)
  /// The value does not fit the type that took the place of its own.
  case doesNotFit(value: String, SchemaDifference)
  /// A declared conversion was given, or gave, what is no value of its type.
  case conversion(RecordDecodingError)
  /// A migration left what is no value of today's type.
  case migration(path: String, expected: String, found: String)
}

extension ResolutionError: CustomStringConvertible {
  /// What stands in the way.
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
