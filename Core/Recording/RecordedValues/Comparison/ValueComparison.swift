import RecordCoding

/// A comparison of two values of a type, part by part.
///
/// With `.first`, a difference names elements by index if the lengths of lists differ. With `.all`,
/// the elements that both lists contain are matched.
struct ValueComparison {
  enum Extent {
    case first, all
  }

  let schema: Schema
  let extent: Extent
  private(set) var changes: [StateChange] = []

  init(schema: Schema, extent: Extent) {
    self.schema = schema
    self.extent = extent
  }

  /// Whether no further differences are needed.
  var isDone: Bool { extent == .first && !changes.isEmpty }

  mutating func compare(
    _ old: RecordedValue, _ new: RecordedValue, as type: TypeReference, path: String
  ) {
    // Both values have the same type, whose definition is looked up once.
    switch (schema.parts(of: old, as: type), new) {
    case (.some(let old, let wrapped), .some(let new)):
      compare(old, new, as: wrapped, path: path)
    case (.elements(let old, let element, let kind), .sequence(let new)):
      switch kind.matching {
      case .positions: compareElements(old, new, as: element, path: path)
      case .ids: compareRows(old, new, as: element, path: path)
      case .members: compareMembers(old, new, as: element, path: path)
      }
    case (.pairs(let old, let key, let value), .dictionary(let new)):
      comparePairs(old, new, key: key, value: value, path: path)
    case (.fields(let old, let fields, _), .product(let new)):
      compareFields(old, new, as: fields, path: path)
    case (.payload(let old, let element, let index), .enumeration(let newIndex, let new))
    where index == newIndex:
      compareFields(old, new, as: element.payload, path: path.appending(name: element.name))
    default:
      if old != new { note(old, new, as: type, path) }
    }
  }

  mutating func note(
    _ old: RecordedValue?, _ new: RecordedValue?, as type: TypeReference, _ path: String
  ) {
    if !isDone { changes.append(StateChange(path: path, old: old, new: new, type: type)) }
  }

  private mutating func compareFields(
    _ old: [RecordedValue], _ new: [RecordedValue], as fields: [RecordField], path: String
  ) {
    for (index, field) in fields.enumerated() where index < min(old.count, new.count) {
      if isDone { return }
      // Building the path takes longer than checking that the field is the same.
      if old.hasSameBits(as: new, in: index..<index + 1, from: index) { continue }
      compare(old[index], new[index], as: field.type, path: fields.path(of: index, in: path))
    }
  }
}
