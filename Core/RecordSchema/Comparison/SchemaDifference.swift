package import RecordCoding

/// The first difference between two types, compared by the names of their fields and cases.
///
/// The names of types do not count: a type that was renamed or moved is recorded as before. A path
/// leads from the types that are compared to where they differ, such as `counter.count`.
package enum SchemaDifference: Hashable, Codable, Sendable {
  /// The new structure has a field that the old one has not.
  case fieldAdded(path: String, type: String)
  /// The old structure has a field that the new one has not; a migrated one has no type.
  case fieldRemoved(path: String, type: String?)
  /// A field has another position, counted from 0.
  case fieldMoved(path: String, from: Int, to: Int)
  /// The types at a path are of different kinds.
  case typeChanged(path: String, old: String, new: String)
  /// The new enumeration has a case that the old one has not.
  case caseAdded(path: String)
  /// The old enumeration has a case that the new one has not.
  case caseRemoved(path: String)
  /// A case has another position, counted from 0.
  case caseMoved(path: String, from: Int, to: Int)
  /// A case has other associated values, or other labels.
  case payloadChanged(path: String, old: String, new: String)
  /// A field or a case has another name, and says so.
  case renamed(path: String, from: String)
  /// A field has another type, and says how it is made.
  case converted(path: String, old: String, new: String)

  /// The first difference between a type of one schema and a type of another, or `nil` if values
  /// of both are recorded alike.
  package static func first(
    from old: Schema, _ oldType: TypeReference, to new: Schema, _ newType: TypeReference
  ) -> Self? {
    var comparison = SchemaComparison(old: old, new: new)
    return comparison.difference(oldType, newType, path: "", depth: 0)
  }
}

extension SchemaDifference: CustomStringConvertible {
  /// The difference and its path.
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
