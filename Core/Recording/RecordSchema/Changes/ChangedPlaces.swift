package import RecordCoding

/// The values that a change of a state writes, so that their later values can be compared.
///
/// The bytes of a change name fields of structures and values of optionals. The content of a list,
/// a dictionary or an enumeration depends on the state, so it is compared as a whole.
package struct ChangedPlaces: Sendable {
  private struct Location {
    /// The field indices that lead to the value; `nil` enters an optional.
    let steps: [Int?]
    let path: String
    let type: TypeReference
  }

  private var locations: [Location] = []

  package var count: Int { locations.count }

  package init(
    change decoder: inout RecordDecoder, of value: RecordedValue, as type: TypeReference,
    in schema: Schema, memory: inout ValueMemory
  ) throws(RecordDecodingError) {
    var writes = WriteTree(step: 0)
    try writes.note(
      change: &decoder, of: value, as: type, in: schema, step: 1, memory: &memory)
    add(writes, value, as: type, in: schema, path: "", steps: [])
  }

  private mutating func add(
    _ writes: WriteTree, _ value: RecordedValue, as type: TypeReference, in schema: Schema,
    path: String, steps: [Int?]
  ) {
    guard writes.latest == 1 else { return }
    guard case .list(let parts) = writes.parts else {
      locations.append(Location(steps: steps, path: path, type: type))
      return
    }
    switch schema.parts(of: value, as: type) {
    case .some(let value, let wrapped):
      add(parts[0], value, as: wrapped, in: schema, path: path, steps: steps + [nil])
    case .fields(let values, let fields, _):
      for (index, part) in parts.enumerated() where index < values.count {
        add(
          part, values[index], as: fields[index].type, in: schema,
          path: fields.path(of: index, in: path), steps: steps + [index])
      }
    default:
      locations.append(Location(steps: steps, path: path, type: type))
    }
  }

  /// Returns the values at the locations in a state; `nil` for one that does not exist there.
  package func values(in root: RecordedValue) -> [RecordedValue?] {
    locations.map { location in
      var value = root
      for step in location.steps {
        switch (value, step) {
        case (.product(let values), let index?) where index < values.count: value = values[index]
        case (.some(let wrapped), nil): value = wrapped
        default: return nil
        }
      }
      return value
    }
  }

  /// Returns the changes of the values at the locations, part by part as between two states.
  package func changes(from old: [RecordedValue?], to root: RecordedValue, in schema: Schema)
    -> [StateChange]
  {
    var changes: [StateChange] = []
    for ((location, old), new) in zip(zip(locations, old), values(in: root)) {
      guard let old, let new else { continue }
      if old.hasParts || new.hasParts {
        var comparison = ValueComparison(schema: schema, extent: .all)
        comparison.compare(old, new, as: location.type, path: location.path)
        changes += comparison.changes
      } else if old != new {
        changes.append(StateChange(path: location.path, old: old, new: new, type: location.type))
      }
    }
    return changes
  }
}

extension RecordedValue {
  /// Whether the value can contain other values.
  fileprivate var hasParts: Bool {
    switch self {
    case .some, .sequence, .dictionary, .product, .enumeration: true
    default: false
    }
  }
}
