import Foundation

/// Follows the names in an action's path through the state, to find the list that a row is in.
struct StateCursor {
  let schema: Schema
  /// What the path leads to so far, or `nil` once it leads nowhere.
  private var place: (value: RecordedValue, type: TypeReference)?

  init(schema: Schema, state: RecordedValue?, type: TypeReference?) {
    self.schema = schema
    if let state, let type { place = (state, type) }
  }

  /// The rows of the list that the path leads to, with the type of a row.
  var rows: (values: [RecordedValue], type: TypeReference)? {
    guard case .identifiedArray(let element) = place?.type.unwrapped,
      case .sequence(let values) = place?.value.unwrapped
    else { return nil }
    return (values, element)
  }

  /// The identity of a row, if its type has a field `id` of this type.
  func id(ofRow index: Int, as type: TypeReference) -> RecordedValue? {
    guard let rows else { return nil }
    return schema.id(of: rows.values[index], as: rows.type, idType: type)
  }

  /// Goes on to a field of the state, or to the case that it is in.
  mutating func enter(_ name: String) {
    guard let current = place else { return }
    let type = current.type.unwrapped
    let value = current.value.unwrapped
    place = nil
    switch (schema.definition(of: type)?.kind, value) {
    case (.structure(let fields), .product(let values)):
      if let index = fields.firstIndex(where: { $0.name == name }), index < values.count {
        place = (values[index], fields[index].type)
      }
    case (.enumeration(let cases), .enumeration(let index, let payload)):
      if cases.indices.contains(index), cases[index].name == name, payload.count == 1,
        let field = cases[index].payload.first
      {
        place = (payload[0], field.type)
      }
    default: break
    }
    // The action of what is presented has a step of that name, the state does not.
    if place == nil, name == "presented" { place = current }
  }

  /// Goes on to a row.
  mutating func enter(rowWithID id: RecordedValue, of type: TypeReference) {
    guard let rows else { return place = nil }
    let row = rows.values.first { schema.id(of: $0, as: rows.type, idType: type) == id }
    place = row.map { ($0, rows.type) }
  }
}

extension Schema {
  /// The field `id` of a structure, if there is one of this type.
  func id(
    of value: RecordedValue, as type: TypeReference, idType: TypeReference? = nil
  ) -> RecordedValue? {
    guard case .structure(let fields) = definition(of: type)?.kind,
      case .product(let values) = value,
      let index = fields.firstIndex(where: { $0.name == "id" }), index < values.count,
      idType == nil || fields[index].type == idType
    else { return nil }
    return values[index]
  }
}

extension RecordedValue {
  /// What all optionals around it hold in the end.
  var unwrapped: RecordedValue {
    if case .some(let wrapped) = self { wrapped.unwrapped } else { self }
  }
}
