package import RecordCoding

/// The first difference between two types, whose fields and cases are matched by name.
///
/// The names of types are ignored, because a renamed or moved type is recorded as before. A path
/// leads from the compared types to the difference, such as `counter.count`.
package enum SchemaDifference: Hashable, Codable, Sendable {
  /// A field that only the new structure has.
  case fieldAdded(path: String, type: String)
  /// A field that only the old structure has. The type is `nil` after a migration.
  case fieldRemoved(path: String, type: String?)
  /// A field with a different position, counted from 0.
  case fieldMoved(path: String, from: Int, to: Int)
  case typeChanged(path: String, old: String, new: String)
  case caseAdded(path: String)
  case caseRemoved(path: String)
  /// A case with a different position, counted from 0.
  case caseMoved(path: String, from: Int, to: Int)
  case payloadChanged(path: String, old: String, new: String)
  /// A field or case that declares its former name.
  case renamed(path: String, from: String)
  /// A field that declares a conversion from its former type.
  case converted(path: String, old: String, new: String)

  /// Returns the first difference between two types, or `nil` if their values are recorded alike.
  package static func first(
    from old: Schema, _ oldType: TypeReference, to new: Schema, _ newType: TypeReference
  ) -> Self? {
    var comparison = SchemaComparison(old: old, new: new)
    return comparison.difference(oldType, newType, path: "", depth: 0)
  }
}

extension SchemaDifference: CustomStringConvertible {
  package var description: String {
    switch self {
    case .fieldAdded(let path, let type):
      "the field '\(path)' of type \(type) was added"
    case .fieldRemoved(let path, let type):
      "the field '\(path)'\(type.map { " of type \($0)" } ?? "") was removed"
    case .fieldMoved(let path, let from, let to):
      "the field '\(path)' was moved from position \(from + 1) to position \(to + 1)"
    case .typeChanged(let path, let old, let new):
      "\(path.isEmpty ? "the type" : "the type of '\(path)'") was changed from \(old) to \(new)"
    case .caseAdded(let path):
      "the case '\(path)' was added"
    case .caseRemoved(let path):
      "the case '\(path)' was removed"
    case .caseMoved(let path, let from, let to):
      "the case '\(path)' was moved from position \(from + 1) to position \(to + 1)"
    case .renamed(let path, let from):
      "'\(path)' was '\(from)' before"
    case .converted(let path, let old, let new):
      "the type of '\(path)' was changed from \(old) to \(new), and is converted"
    case .payloadChanged(let path, let old, let new):
      "the values of the case '\(path)' were changed from \(old) to \(new)"
    }
  }
}
