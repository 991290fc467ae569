package import RecordCoding

extension SchemaDifference: CustomStringConvertible {
  /// What differs, and where.
  package var description: String {
    switch self {
    case .fieldAdded(let path, let type):
      "the field '\(path)' of type \(type) was added"
    case .fieldRemoved(let path, let type):
      "the field '\(path)'\(type.map { " of type \($0)" } ?? "") was removed"
    case .fieldMoved(let path, let from, let to):
      "the field '\(path)' was moved from place \(from + 1) to place \(to + 1)"
    case .typeChanged(let path, let old, let new):
      "\(path.isEmpty ? "the type" : "the type of '\(path)'") was changed from \(old) to \(new)"
    case .caseAdded(let path):
      "the case '\(path)' was added"
    case .caseRemoved(let path):
      "the case '\(path)' was removed"
    case .caseMoved(let path, let from, let to):
      "the case '\(path)' was moved from place \(from + 1) to place \(to + 1)"
    case .renamed(let path, let from):
      "'\(path)' was '\(from)' before"
    case .converted(let path, let old, let new):
      "the type of '\(path)' was changed from \(old) to \(new), and is converted"
    case .payloadChanged(let path, let old, let new):
      "the values of the case '\(path)' were changed from \(old) to \(new)"
    }
  }
}
