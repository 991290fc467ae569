package import RecordCoding

/// The values that a change of a state writes, so that their later values can be compared.
///
/// The bytes of a change name fields of structures and values of optionals. The content of a list,
/// a dictionary or an enumeration depends on the state, so it is compared as a whole.
package struct ChangedPlaces: Sendable {
  private struct Place {
    /// The field indices that lead to the value; `nil` enters an optional.
    let steps: [Int?]
    let path: String
    let type: TypeReference
  }

  private var places: [Place] = []

  package var count: Int { places.count }

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
      places.append(Place(steps: steps, path: path, type: type))
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
      places.append(Place(steps: steps, path: path, type: type))
    }
  }

  /// Returns the values at the places in a state; `nil` for a place that does not exist there.
  package func values(in root: RecordedValue) -> [RecordedValue?] {
    places.map { place in
      var value = root
      for step in place.steps {
        switch (value, step) {
        case (.product(let values), let index?) where index < values.count: value = values[index]
        case (.some(let wrapped), nil): value = wrapped
        default: return nil
        }
      }
      return value
    }
  }

  /// Returns the changes of the values at the places, part by part as between two states.
  package func changes(from old: [RecordedValue?], to root: RecordedValue, in schema: Schema)
    -> [StateChange]
  {
    var changes: [StateChange] = []
    for ((place, old), new) in zip(zip(places, old), values(in: root)) {
      guard let old, let new else { continue }
      if old.hasParts || new.hasParts {
        var comparison = ValueComparison(schema: schema, extent: .all)
        comparison.compare(old, new, as: place.type, path: place.path)
        changes += comparison.changes
      } else if old != new {
        changes.append(StateChange(path: place.path, old: old, new: new, type: place.type))
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
