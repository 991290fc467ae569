import RecordCoding

/// A search for fields and cases by name only. Users often remember only the name.
struct PathSearch {
  private static let maxPaths = 3
  /// The maximum number of visited values, because types may be recursive.
  private static let maxValues = 2_000

  let schema: Schema

  func paths(endingIn name: String, from root: TypeReference) -> [String] {
    var found: [String] = []
    var queue: [(path: String, type: TypeReference)] = [("", root)]
    var next = 0
    while next < min(queue.count, Self.maxValues), found.count < Self.maxPaths {
      let (path, type) = queue[next]
      next += 1
      for (part, partName, partType) in parts(of: type, at: path) {
        if partName == name, found.count < Self.maxPaths { found.append(part) }
        queue.append((part, partType))
      }
    }
    return found
  }

  private func parts(
    of type: TypeReference, at path: String
  ) -> [(path: String, name: String?, type: TypeReference)] {
    switch type {
    case .optional(let wrapped): [(path, nil, wrapped)]
    case .list(let kind, let element) where kind.isOrdered:
      [(path + schema.bracketExample(for: element, in: kind), nil, element)]
    case .dictionary(_, let value): [("\(path)[…]", nil, value)]
    case .tuple(let fields): parts(of: fields, at: path)
    case .named:
      switch schema.definition(of: type)?.kind {
      case .structure(let fields): parts(of: fields, at: path)
      case .enumeration(let cases):
        cases.map { element in
          let type = TypeReference.tuple(element.payload)
          return (path.appending(name: element.name), element.name, type)
        }
      case nil: []
      }
    default: []
    }
  }

  private func parts(
    of fields: [RecordField], at path: String
  ) -> [(path: String, name: String?, type: TypeReference)] {
    fields.indices.map { (fields.path(of: $0, in: path), fields[$0].name, fields[$0].type) }
  }
}
