import RecordCoding
import RecordedValues

struct ImportedChange {
  /// The location of the change in its line, for error messages.
  let location: String
  private let path: [PathPart]
  private let line: ImportedLine

  init(_ value: JSONValue, at location: String) throws(ValueFault) {
    line = try ImportedLine(
      value, at: location, keys: ["path", "old", "new", "at", "removed", "inserted"])
    let path = try line.string("path")
    guard let parts = PathPart.parts(of: path) else {
      throw ValueFault("\(location).path", "'\(path)' is not a path")
    }
    (self.location, self.path) = (location, parts)
  }

  func apply(
    to state: inout RecordedValue, as type: TypeReference, in schema: Schema,
    touching touched: TouchedParts
  ) throws(ValueFault) {
    try apply(path[...], &state, type, schema, touched)
  }

  private func apply(
    _ path: ArraySlice<PathPart>, _ value: inout RecordedValue, _ type: TypeReference,
    _ schema: Schema, _ touched: TouchedParts
  ) throws(ValueFault) {
    if path.isEmpty, line["new"] != nil {
      try check("old", value, type, schema)
      value = try recorded("new", type, schema)
      touched.isWhole = true
      return
    }
    switch type {
    case .optional(let wrapped):
      guard case .some(var some) = value else { throw noSuchPart }
      value = .none
      defer { value = .some(some) }
      try apply(path, &some, wrapped, schema, touched)
    case .list(let kind, let element) where kind.isOrdered:
      guard case .sequence(var elements) = value else { throw noSuchPart }
      value = .none
      defer { value = .sequence(elements) }
      guard let first = path.first else {
        touched.isWhole = true
        return try splice(&elements, element, schema)
      }
      guard case .bracket(.number(let text)) = first, let index = Int(text),
        elements.indices.contains(index)
      else { throw noSuchPart }
      try apply(path.dropFirst(), &elements[index], element, schema, touched[index])
    case .list:
      guard path.isEmpty else { throw noSuchPart }
      touched.isWhole = true
      try exchange(&value, type, schema)
    case .dictionary(let key, let element):
      touched.isWhole = true
      try applyPairs(path, &value, key, element, schema)
    case .tuple(let fields):
      guard case .product(var values) = value else { throw noSuchPart }
      value = .none
      defer { value = .product(values) }
      try applyFields(path, &values, fields, schema, touched)
    case .named: try applyNamed(path, &value, type, schema, touched)
    default: throw noSuchPart
    }
  }

  private func applyNamed(
    _ path: ArraySlice<PathPart>, _ value: inout RecordedValue, _ type: TypeReference,
    _ schema: Schema, _ touched: TouchedParts
  ) throws(ValueFault) {
    switch (schema.definition(of: type)?.kind, value) {
    case (.structure(let fields), .product(var values)):
      value = .none
      defer { value = .product(values) }
      try applyFields(path, &values, fields, schema, touched)
    case (.enumeration(let cases), .enumeration(let index, var payload))
    where cases.indices.contains(index):
      guard case .name(cases[index].name) = path.first else { throw noSuchPart }
      value = .none
      defer { value = .enumeration(case: index, payload: payload) }
      let fields = cases[index].payload
      guard fields.isAlone else {
        return try applyFields(path.dropFirst(), &payload, fields, schema, touched)
      }
      try apply(path.dropFirst(), &payload[0], fields[0].type, schema, touched[0])
    default: throw noSuchPart
    }
  }

  private func applyFields(
    _ path: ArraySlice<PathPart>, _ values: inout [RecordedValue], _ fields: [RecordField],
    _ schema: Schema, _ touched: TouchedParts
  ) throws(ValueFault) {
    guard case .name(let name) = path.first,
      let index = fields.indices.first(where: { (fields[$0].name ?? "\($0)") == name }),
      values.indices.contains(index)
    else { throw noSuchPart }
    try apply(path.dropFirst(), &values[index], fields[index].type, schema, touched[index])
  }

  private func applyPairs(
    _ path: ArraySlice<PathPart>, _ value: inout RecordedValue, _ keyType: TypeReference,
    _ type: TypeReference, _ schema: Schema
  ) throws(ValueFault) {
    guard case .dictionary(var pairs) = value, case .bracket(let json) = path.first else {
      throw noSuchPart
    }
    let key = try json.recorded(as: keyType, in: schema, at: "\(location).path")
    let index = pairs.firstIndex { $0.key == key }
    value = .none
    defer { value = .dictionary(pairs) }
    let rest = path.dropFirst()
    if let index {
      if rest.isEmpty, line["new"] == nil, line["old"] != nil {
        try check("old", pairs[index].value, type, schema)
        pairs.remove(at: index)
      } else {
        try apply(rest, &pairs[index].value, type, schema, TouchedParts())
      }
      return
    }
    guard rest.isEmpty, line["new"] != nil, line["old"] == nil else { throw noSuchPart }
    let bytes = schema.bytes(of: key, as: keyType)
    let position =
      pairs.firstIndex {
        bytes.lexicographicallyPrecedes(schema.bytes(of: $0.key, as: keyType))
      } ?? pairs.count
    pairs.insert(
      RecordedPair(key: key, value: try recorded("new", type, schema)), at: position)
  }

  private func splice(
    _ elements: inout [RecordedValue], _ type: TypeReference, _ schema: Schema
  ) throws(ValueFault) {
    guard line["removed"] != nil, line["inserted"] != nil,
      case .sequence(let removed) = try recorded("removed", .array(type), schema),
      case .sequence(let inserted) = try recorded("inserted", .array(type), schema),
      let position = Int(exactly: try line.number("at"))
    else { throw ValueFault(location, "a change of a list needs 'at', 'removed' and 'inserted'") }
    guard position <= elements.count, removed.count <= elements.count - position,
      elements[position..<position + removed.count].elementsEqual(removed)
    else {
      throw ValueFault(
        "\(location).removed", "the state after the previous steps has other elements there")
    }
    elements.replaceSubrange(position..<position + removed.count, with: inserted)
  }

  private func exchange(
    _ value: inout RecordedValue, _ type: TypeReference, _ schema: Schema
  ) throws(ValueFault) {
    guard case .list(_, let element) = type, case .sequence(let elements) = value,
      line["removed"] != nil, line["inserted"] != nil,
      case .sequence(let removed) = try recorded("removed", type, schema),
      case .sequence(let inserted) = try recorded("inserted", type, schema)
    else { throw ValueFault(location, "a change of a set needs 'removed' and 'inserted'") }
    let kept = Set(elements).subtracting(removed)
    guard kept.count == elements.count - removed.count, kept.isDisjoint(with: inserted) else {
      throw ValueFault(location, "the set has other elements after the previous steps")
    }
    value = .sequence(
      (Array(kept) + inserted).map { (schema.bytes(of: $0, as: element), $0) }
        .sorted { $0.0.lexicographicallyPrecedes($1.0) }.map(\.1))
  }

  private func recorded(
    _ key: String, _ type: TypeReference, _ schema: Schema
  ) throws(ValueFault) -> RecordedValue {
    try line.value(key).recorded(as: type, in: schema, at: "\(location).\(key)")
  }

  private func check(
    _ key: String, _ value: RecordedValue, _ type: TypeReference, _ schema: Schema
  ) throws(ValueFault) {
    guard let json = line[key] else { return }
    guard try recorded(key, type, schema) == value else {
      var writer = JSONLineWriter()
      writer.value(value, as: type, in: schema)
      let text = String(decoding: writer.bytes.prefix(60), as: UTF8.self)
      throw ValueFault(
        "\(location).\(key)", "\(json.shown) is not the value after the previous steps, \(text)")
    }
  }

  private var noSuchPart: ValueFault {
    ValueFault("\(location).path", "the state has no part that can be changed in this way")
  }
}
