package import RecordCoding

/// A change of one part of a value, read from the bytes of a recorded change.
///
/// Separately described parts are separate changes. All of them together make the newer value.
package struct ValueChange: Sendable {
  /// A component of the path from a value to one of its parts.
  package enum PathComponent: Hashable, Sendable {
    /// A field of a structure, tuple or payload, or a case.
    case name(String)
    case index(Int)
    case key(RecordedValue, TypeReference)
  }

  package enum Kind: Sendable {
    case replaced(old: RecordedValue, new: RecordedValue, TypeReference)
    case inserted(RecordedValue, TypeReference)
    case removed(RecordedValue, TypeReference)
    /// A run of list elements that was replaced by others.
    case spliced(at: Int, removed: [RecordedValue], inserted: [RecordedValue], TypeReference)
    /// Elements that were removed from a set, and elements that were added.
    case exchanged(removed: [RecordedValue], inserted: [RecordedValue], TypeReference)
  }

  package let path: [PathComponent]
  package let kind: Kind

  /// Returns the parts of a recorded change, given the values before and after it.
  package static func all(
    from old: RecordedValue, to new: RecordedValue, reading decoder: inout RecordDecoder,
    as type: TypeReference, in schema: Schema
  ) throws(RecordDecodingError) -> [ValueChange] {
    var reader = ValueChangeReader(schema: schema)
    try reader.read(&decoder, old, new, type)
    return reader.changes
  }
}

/// Reads the bytes of a change together with the values before and after it.
private struct ValueChangeReader {
  let schema: Schema
  var changes: [ValueChange] = []
  private var path: [ValueChange.PathComponent] = []

  init(schema: Schema) { self.schema = schema }

  private mutating func note(_ kind: ValueChange.Kind) {
    changes.append(ValueChange(path: path, kind: kind))
  }

  mutating func read(
    _ decoder: inout RecordDecoder, _ old: RecordedValue, _ new: RecordedValue,
    _ type: TypeReference
  ) throws(RecordDecodingError) {
    try decoder.enter()
    defer { decoder.leave() }
    switch (type, old, new) {
    case (.optional(let wrapped), _, _):
      try readOptional(&decoder, old, new, wrapped)
    case (.array(let element), .sequence(let old), .sequence(let new)),
      (.identifiedArray(let element), .sequence(let old), .sequence(let new)):
      try readElements(&decoder, old, new, element)
    case (.set(let element), _, _):
      note(
        .exchanged(
          removed: try values(&decoder, element), inserted: try values(&decoder, element), element))
    case (.dictionary(let key, let value), .dictionary(let old), .dictionary(let new)):
      try readPairs(&decoder, old, new, key, value)
    case (.tuple(let fields), .product(let old), .product(let new)):
      try readFields(&decoder, old, new, fields)
    case (.named, _, _):
      try readNamed(&decoder, old, new, type)
    default:
      try decoder.skipPrimitiveChange(of: type)
      note(.replaced(old: old, new: new, type))
    }
  }

  private mutating func readOptional(
    _ decoder: inout RecordDecoder, _ old: RecordedValue, _ new: RecordedValue,
    _ wrapped: TypeReference
  ) throws(RecordDecodingError) {
    let tag = try decoder.tag(below: 3)
    if tag == 1 { _ = try decoder.decodeValue(of: wrapped, in: schema) }
    if tag == 2, case .some(let oldValue) = old, case .some(let newValue) = new {
      // An optional in an optional has the same path, so the outer one is reported as a whole.
      guard case .optional = wrapped else {
        return try read(&decoder, oldValue, newValue, wrapped)
      }
      let inner = changes.count
      try read(&decoder, oldValue, newValue, wrapped)
      changes.removeSubrange(inner...)
    }
    note(.replaced(old: old, new: new, .optional(wrapped)))
  }

  private mutating func readNamed(
    _ decoder: inout RecordDecoder, _ old: RecordedValue, _ new: RecordedValue,
    _ type: TypeReference
  ) throws(RecordDecodingError) {
    switch (schema.definition(of: type)?.kind, old, new) {
    case (.structure(let fields), .product(let old), .product(let new)):
      try readFields(&decoder, old, new, fields)
    case (.enumeration(let cases), .enumeration(let index, let oldValues), _):
      let tag = try decoder.tag(below: cases.count + 1)
      guard tag == 0, case .enumeration(_, let newValues) = new, cases.indices.contains(index)
      else {
        for field in tag > 0 ? cases[tag - 1].payload : [] {
          _ = try decoder.decodeValue(of: field.type, in: schema)
        }
        return note(.replaced(old: old, new: new, type))
      }
      path.append(.name(cases[index].name))
      try readFields(&decoder, oldValues, newValues, cases[index].payload, isPayload: true)
      path.removeLast()
    default:
      throw decoder.typeMismatch(type)
    }
  }

  private mutating func readFields(
    _ decoder: inout RecordDecoder, _ old: [RecordedValue], _ new: [RecordedValue],
    _ fields: [RecordField], isPayload: Bool = false
  ) throws(RecordDecodingError) {
    let mask = try decoder.take((fields.count + 7) / 8)
    guard old.count == fields.count, new.count == fields.count else {
      throw decoder.typeMismatch(.tuple(fields))
    }
    let isAlone = isPayload && fields.count == 1 && fields[0].name == nil
    for (index, field) in fields.enumerated()
    where mask[mask.startIndex + index / 8] & 1 << UInt8(index % 8) != 0 {
      if !isAlone { path.append(.name(field.name ?? "\(index)")) }
      try read(&decoder, old[index], new[index], field.type)
      if !isAlone { path.removeLast() }
    }
  }

  private mutating func readElements(
    _ decoder: inout RecordDecoder, _ old: [RecordedValue], _ new: [RecordedValue],
    _ element: TypeReference
  ) throws(RecordDecodingError) {
    guard try decoder.tag(below: 2) == 0 else {
      let prefix = try decoder.number(upTo: old.count, of: "elements")
      let removed = try decoder.number(upTo: old.count - prefix, of: "elements")
      let inserted = try values(&decoder, element)
      return note(
        .spliced(
          at: prefix, removed: Array(old[prefix..<prefix + removed]), inserted: inserted, element))
    }
    var next = 0
    for _ in 0..<(try decoder.count()) {
      next += try decoder.number(upTo: old.count - next, of: "elements that are left")
      guard next < min(old.count, new.count) else { throw decoder.typeMismatch(.array(element)) }
      path.append(.index(next))
      try read(&decoder, old[next], new[next], element)
      path.removeLast()
      next += 1
    }
  }

  private mutating func readPairs(
    _ decoder: inout RecordDecoder, _ old: [RecordedPair], _ new: [RecordedPair],
    _ keyType: TypeReference, _ type: TypeReference
  ) throws(RecordDecodingError) {
    func value(of key: RecordedValue, in pairs: [RecordedPair]) -> RecordedValue? {
      pairs.first { $0.key == key }?.value
    }
    for key in try values(&decoder, keyType) {
      guard let value = value(of: key, in: old) else { throw decoder.typeMismatch(type) }
      path.append(.key(key, keyType))
      note(.removed(value, type))
      path.removeLast()
    }
    for _ in 0..<(try decoder.count()) {
      path.append(.key(try decoder.decodeValue(of: keyType, in: schema), keyType))
      note(.inserted(try decoder.decodeValue(of: type, in: schema), type))
      path.removeLast()
    }
    for _ in 0..<(try decoder.count()) {
      let key = try decoder.decodeValue(of: keyType, in: schema)
      guard let oldValue = value(of: key, in: old), let newValue = value(of: key, in: new) else {
        throw decoder.typeMismatch(type)
      }
      path.append(.key(key, keyType))
      try read(&decoder, oldValue, newValue, type)
      path.removeLast()
    }
  }

  private func values(
    _ decoder: inout RecordDecoder, _ type: TypeReference
  ) throws(RecordDecodingError) -> [RecordedValue] {
    var values: [RecordedValue] = []
    for _ in 0..<(try decoder.count()) {
      values.append(try decoder.decodeValue(of: type, in: schema))
    }
    return values
  }
}
