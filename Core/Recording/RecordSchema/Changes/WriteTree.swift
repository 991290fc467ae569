package import RecordCoding

/// The steps that last wrote each part of a value.
///
/// The tree follows the bytes of changes, which name the parts they write. Only rows that moved are
/// compared, with the rows of the same identity. A node has parts only if other steps wrote them
/// than the whole.
package struct WriteTree: Sendable {
  /// The writers of the parts, if they differ from the writer of the whole.
  package enum Parts: Sendable {
    case none
    /// The fields of a product or a payload, the elements of a list, or the value of an optional.
    case list([WriteTree])
    /// The values of a dictionary by the encoded bytes of their keys.
    case entries([[UInt8]: WriteTree])
  }

  /// The step that wrote the whole or, in a list, last added, removed or moved elements.
  package internal(set) var step: UInt64
  package private(set) var parts = Parts.none
  /// The step that wrote the parts that have not been written since.
  private let origin: UInt64

  /// Creates a tree for a value that a step wrote. Step 0 is the initial state.
  package init(step: UInt64) {
    self.step = step
    origin = step
  }

  package subscript(index: Int) -> WriteTree {
    guard case .list(let parts) = parts, parts.indices.contains(index) else {
      return WriteTree(step: origin)
    }
    return parts[index]
  }

  package subscript(key key: [UInt8]) -> WriteTree {
    guard case .entries(let entries) = parts, let entry = entries[key] else {
      return WriteTree(step: origin)
    }
    return entry
  }

  /// Notes a change that a step makes to a value, before it is applied.
  package mutating func note(
    change decoder: inout RecordDecoder, of value: RecordedValue, as type: TypeReference,
    in schema: Schema, step: UInt64, memory: inout ValueMemory
  ) throws(RecordDecodingError) {
    var context = ValueContext(schema: schema, for: decoder, memory: memory)
    defer { memory = context.memory }
    try note(from: &decoder, value, as: type, step, in: &context)
  }

  private mutating func note(
    from decoder: inout RecordDecoder, _ value: RecordedValue, as type: TypeReference,
    _ step: UInt64, in context: inout ValueContext
  ) throws(RecordDecodingError) {
    try decoder.enter()
    switch type {
    case .optional(let wrapped):
      try noteOptional(from: &decoder, value, as: wrapped, step, in: &context)
    case .array(let element):
      try noteSequence(from: &decoder, value, as: element, step, in: &context)
    case .identifiedArray(let row):
      try noteSequence(from: &decoder, value, as: row, hasRows: true, step, in: &context)
    case .set(let element):
      for _ in 0..<2 {
        for _ in 0..<(try decoder.count()) {
          _ = try decoder.decodeValue(of: element, in: &context)
        }
      }
      self = WriteTree(step: step)
    case .dictionary(let key, let element):
      try noteDictionary(from: &decoder, value, key: key, value: element, step, in: &context)
    case .tuple(let fields):
      try noteProduct(from: &decoder, value, as: fields, step, in: &context)
    case .named(let index):
      switch try context.kind(at: index, offset: decoder.position) {
      case .structure(let fields):
        try noteProduct(from: &decoder, value, as: fields, step, in: &context)
      case .enumeration(let cases):
        try noteEnumeration(from: &decoder, value, as: cases, step, in: &context)
      }
    default:
      try decoder.skipPrimitiveChange(of: type)
      self = WriteTree(step: step)
    }
    decoder.leave()
  }

  private mutating func noteOptional(
    from decoder: inout RecordDecoder, _ value: RecordedValue, as wrapped: TypeReference,
    _ step: UInt64, in context: inout ValueContext
  ) throws(RecordDecodingError) {
    switch (try decoder.tag(below: 3), value) {
    case (0, _):
      self = WriteTree(step: step)
    case (1, _):
      _ = try decoder.decodeValue(of: wrapped, in: &context)
      self = WriteTree(step: step)
    case (_, .some(let value)):
      try notePart(0, of: 1) { part throws(RecordDecodingError) in
        try part.note(from: &decoder, value, as: wrapped, step, in: &context)
      }
    default:
      throw decoder.doesNotFit("the optional has no value")
    }
  }

  private mutating func noteProduct(
    from decoder: inout RecordDecoder, _ value: RecordedValue, as fields: [RecordField],
    _ step: UInt64, in context: inout ValueContext
  ) throws(RecordDecodingError) {
    guard case .product(let values) = value, values.count == fields.count else {
      throw decoder.typeMismatch(.tuple(fields))
    }
    try noteFields(from: &decoder, values, as: fields, step, in: &context)
  }

  private mutating func noteEnumeration(
    from decoder: inout RecordDecoder, _ value: RecordedValue, as cases: [RecordCase],
    _ step: UInt64, in context: inout ValueContext
  ) throws(RecordDecodingError) {
    guard case .enumeration(let index, let payload) = value, cases.indices.contains(index),
      payload.count == cases[index].payload.count
    else { throw decoder.doesNotFit("the value is not of the enumeration") }
    let tag = try decoder.tag(below: cases.count + 1)
    guard tag == 0 else {
      _ = try decoder.decodeFields(cases[tag - 1].payload, in: &context)
      self = WriteTree(step: step)
      return
    }
    try noteFields(from: &decoder, payload, as: cases[index].payload, step, in: &context)
  }

  private mutating func noteFields(
    from decoder: inout RecordDecoder, _ values: [RecordedValue], as fields: [RecordField],
    _ step: UInt64, in context: inout ValueContext
  ) throws(RecordDecodingError) {
    let mask = try decoder.take((fields.count + 7) / 8)
    for index in fields.indices
    where mask[mask.startIndex + index / 8] & 1 << UInt8(index % 8) != 0 {
      try notePart(index, of: fields.count) { part throws(RecordDecodingError) in
        try part.note(
          from: &decoder, values[index], as: fields[index].type, step, in: &context)
      }
    }
  }

  private mutating func noteSequence(
    from decoder: inout RecordDecoder, _ value: RecordedValue, as type: TypeReference,
    hasRows: Bool = false, _ step: UInt64, in context: inout ValueContext
  ) throws(RecordDecodingError) {
    guard case .sequence(let elements) = value else { throw decoder.typeMismatch(.array(type)) }
    let idField = hasRows ? context.schema.idField(of: type)?.index : nil
    guard try decoder.tag(below: 2) == 0 else {
      let prefix = try decoder.number(upTo: elements.count, of: "elements")
      let removed = try decoder.number(upTo: elements.count - prefix, of: "elements")
      var inserted: [RecordedValue] = []
      for _ in 0..<(try decoder.count()) {
        inserted.append(try decoder.decodeValue(of: type, in: &context))
      }
      let rows = RowChange(
        old: elements, indices: Array(prefix..<(prefix + removed)), new: inserted, type: type,
        idField: idField, schema: context.schema)
      note(rows, replacing: prefix..<(prefix + removed), step: step)
      return
    }
    var moved: [(index: Int, row: RecordedValue)] = []
    var next = 0
    for _ in 0..<(try decoder.count()) {
      next += try decoder.number(upTo: elements.count - next, of: "elements that are left")
      guard next < elements.count else {
        throw decoder.doesNotFit("there is no element \(next), only \(elements.count) elements")
      }
      if let idField, try decoder.changes(field: idField) {
        var row = elements[next]
        try row.apply(from: &decoder, as: type, in: &context)
        moved.append((next, row))
      } else {
        try notePart(next, of: elements.count) { part throws(RecordDecodingError) in
          try part.note(from: &decoder, elements[next], as: type, step, in: &context)
        }
      }
      next += 1
    }
    guard !moved.isEmpty else { return }
    let rows = RowChange(
      old: elements, indices: moved.map(\.index), new: moved.map(\.row), type: type,
      idField: idField, schema: context.schema)
    note(rows, step: step)
  }

  private mutating func noteDictionary(
    from decoder: inout RecordDecoder, _ value: RecordedValue, key: TypeReference,
    value type: TypeReference, _ step: UInt64, in context: inout ValueContext
  ) throws(RecordDecodingError) {
    guard case .dictionary(let pairs) = value else {
      throw decoder.typeMismatch(.dictionary(key: key, value: type))
    }
    var entries = takeEntries()
    for _ in 0..<(try decoder.count()) {
      entries[[UInt8](try decoder.decodeKey(of: key, in: &context).bytes)] = nil
      self.step = step
    }
    for _ in 0..<(try decoder.count()) {
      let bytes = [UInt8](try decoder.decodeKey(of: key, in: &context).bytes)
      _ = try decoder.decodeValue(of: type, in: &context)
      entries[bytes] = WriteTree(step: step)
      self.step = step
    }
    let keys = KeyedElements<RecordedPair>(schema: context.schema, type: key) { $0.key }
    for _ in 0..<(try decoder.count()) {
      let start = decoder.position
      let index = try keys.index(in: pairs, from: 0, reading: &decoder, in: &context)
      let bytes = decoder.bytes(from: start)
      var entry = entries[bytes] ?? WriteTree(step: origin)
      try entry.note(from: &decoder, pairs[index].value, as: type, step, in: &context)
      entries[bytes] = entry
    }
    parts = .entries(entries)
  }

  /// Changes the entries of a dictionary. `others` is the tree of keys without an entry.
  mutating func changeEntries(
    _ change: (inout [[UInt8]: WriteTree], _ others: WriteTree) -> Void
  ) {
    var entries = takeEntries()
    change(&entries, WriteTree(step: origin))
    parts = .entries(entries)
  }

  private mutating func takeEntries() -> [[UInt8]: WriteTree] {
    defer { parts = .none }
    if case .entries(let entries) = parts { return entries }
    return [:]
  }

  private mutating func notePart(
    _ index: Int, of count: Int,
    _ note: (inout WriteTree) throws(RecordDecodingError) -> Void
  ) throws(RecordDecodingError) {
    var parts = takeParts(of: count)
    defer { self.parts = .list(parts) }
    try note(&parts[index])
  }

  mutating func changeParts(of count: Int, _ change: (inout [WriteTree]) -> Void) {
    var parts = takeParts(of: count)
    change(&parts)
    self.parts = .list(parts)
  }

  /// Moves the parts out of the node, so that they are changed in place.
  private mutating func takeParts(of count: Int) -> [WriteTree] {
    defer { parts = .none }
    if case .list(let parts) = parts, parts.count == count { return parts }
    return Array(repeating: WriteTree(step: origin), count: count)
  }
}

extension RecordDecoder {
  /// Returns whether the upcoming change of a structure includes a field.
  fileprivate func changes(field index: Int) throws(RecordDecodingError) -> Bool {
    var ahead = self
    guard let byte = try ahead.take(index / 8 + 1).last else { return false }
    return byte & 1 << UInt8(index % 8) != 0
  }

  mutating func skipPrimitiveChange(
    of type: TypeReference
  ) throws(RecordDecodingError) {
    switch type {
    case .bool: break
    case .signed, .unsigned: _ = try zigzag()
    case .string, .url, .json, .data:
      _ = try varint(UInt64.self)
      _ = try varint(UInt64.self)
      _ = try counted()
    default: _ = try decodePrimitive(of: type)
    }
  }
}
