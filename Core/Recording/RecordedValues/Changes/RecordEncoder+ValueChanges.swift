package import RecordCoding

/// The parts of a value that may have changed. Other parts are not compared.
package final class TouchedParts {
  package private(set) var parts: [Int: TouchedParts] = [:]
  /// Whether every part may have changed.
  package var isWhole = false

  package init() {}

  /// Returns the part at an index, marking it as possibly changed.
  package subscript(index: Int) -> TouchedParts {
    if let part = parts[index] { return part }
    let part = TouchedParts()
    parts[index] = part
    return part
  }

  fileprivate func indices(of count: Int) -> [Int] {
    isWhole ? Array(0..<count) : parts.keys.filter { $0 < count }.sorted()
  }

  fileprivate func part(_ index: Int) -> TouchedParts { isWhole ? self : self[index] }
}

extension RecordEncoder {
  /// Writes the change to a newer value, like the type itself. Returns whether there is one.
  package mutating func encodeChange(
    from old: RecordedValue, to new: RecordedValue, as type: TypeReference, in schema: Schema,
    touching touched: TouchedParts
  ) -> Bool {
    switch (type, old, new) {
    case (.optional(let wrapped), _, _):
      return encodeChange(ofOptional: old, new, wrapped, schema, touched)
    case (.list(let kind, let element), .sequence(let old), .sequence(let new))
    where kind.isOrdered:
      return encodeChange(ofElements: old, new, element, schema, touched)
    case (.list, .sequence(let old), .sequence(let new)):
      let removed = Set(old).subtracting(new)
      let inserted = Set(new).subtracting(old)
      guard !removed.isEmpty || !inserted.isEmpty else { return false }
      encode(.sequence(Array(removed)), as: type, in: schema)
      encode(.sequence(Array(inserted)), as: type, in: schema)
      return true
    case (.dictionary(let key, let value), .dictionary(let old), .dictionary(let new)):
      return encodeChange(ofPairs: old, new, key, value, schema)
    case (.tuple(let fields), .product(let old), .product(let new)):
      return encodeChange(ofFields: old, new, fields, schema, touched)
    case (.named, _, _):
      return encodeChange(ofNamed: old, new, type, schema, touched)
    default:
      return encodeChange(ofPrimitive: old, new, type, schema)
    }
  }

  private mutating func encodeChange(
    ofOptional old: RecordedValue, _ new: RecordedValue, _ wrapped: TypeReference,
    _ schema: Schema, _ touched: TouchedParts
  ) -> Bool {
    switch (old, new) {
    case (.some, .none):
      append(byte: 0)
      return true
    case (.none, .some(let new)):
      append(byte: 1)
      encode(new, as: wrapped, in: schema)
      return true
    case (.some(let old), .some(let new)):
      append(byte: 2)
      if encodeChange(from: old, to: new, as: wrapped, in: schema, touching: touched) {
        return true
      }
      removeLast()
      return false
    default:
      return false
    }
  }

  private mutating func encodeChange(
    ofNamed old: RecordedValue, _ new: RecordedValue, _ type: TypeReference, _ schema: Schema,
    _ touched: TouchedParts
  ) -> Bool {
    switch (schema.definition(of: type)?.kind, old, new) {
    case (.structure(let fields), .product(let old), .product(let new)):
      return encodeChange(ofFields: old, new, fields, schema, touched)
    case (
      .enumeration(let cases), .enumeration(let index, let old), .enumeration(let newIndex, let new)
    )
    where index == newIndex && cases.indices.contains(index):
      append(count: 0)
      if encodeChange(ofFields: old, new, cases[index].payload, schema, touched) { return true }
      removeLast()
      return false
    case (.enumeration(let cases), .enumeration, .enumeration(let index, let payload))
    where cases.indices.contains(index):
      append(count: index + 1)
      for (field, value) in zip(cases[index].payload, payload) {
        encode(value, as: field.type, in: schema)
      }
      return true
    default:
      return false
    }
  }

  private mutating func encodeChange(
    ofFields old: [RecordedValue], _ new: [RecordedValue], _ fields: [RecordField],
    _ schema: Schema, _ touched: TouchedParts
  ) -> Bool {
    let start = count
    var mask = [UInt8](repeating: 0, count: (fields.count + 7) / 8)
    append(contentsOf: mask)
    for index in touched.indices(of: min(fields.count, old.count, new.count))
    where encodeChange(
      from: old[index], to: new[index], as: fields[index].type, in: schema,
      touching: touched.part(index))
    {
      mask[index / 8] |= 1 << UInt8(index % 8)
    }
    guard mask.contains(where: { $0 != 0 }) else {
      rewind(to: start)
      return false
    }
    for (index, byte) in mask.enumerated() { replaceByte(at: start + index, with: byte) }
    return true
  }

  private mutating func encodeChange(
    ofElements old: [RecordedValue], _ new: [RecordedValue], _ element: TypeReference,
    _ schema: Schema, _ touched: TouchedParts
  ) -> Bool {
    guard old.count == new.count else {
      let (removed, inserted) = old.middle(beside: new)
      append(byte: 1)
      append(count: removed.startIndex)
      append(count: removed.count)
      append(count: inserted.count)
      for value in inserted { encode(value, as: element, in: schema) }
      return true
    }
    var changes = RecordEncoder()
    var changedCount = 0
    var next = 0
    for index in touched.indices(of: new.count) {
      let offset = changes.count
      changes.append(count: index - next)
      if changes.encodeChange(
        from: old[index], to: new[index], as: element, in: schema, touching: touched.part(index))
      {
        changedCount += 1
        next = index + 1
      } else {
        changes.rewind(to: offset)
      }
    }
    if let failure = changes.failure { fail(failure) }
    guard changedCount > 0 else { return false }
    append(byte: 0)
    append(count: changedCount)
    append(contentsOf: changes.bytes)
    return true
  }

  private mutating func encodeChange(
    ofPairs old: [RecordedPair], _ new: [RecordedPair], _ key: TypeReference,
    _ value: TypeReference, _ schema: Schema
  ) -> Bool {
    func byKey(_ pairs: [RecordedPair]) -> [RecordedValue: RecordedValue] {
      Dictionary(pairs.map { ($0.key, $0.value) }) { first, _ in first }
    }
    let (before, after) = (byKey(old), byKey(new))
    let removed = old.filter { after[$0.key] == nil }.map(\.key)
    let inserted = new.filter { before[$0.key] == nil }
    var changes = RecordEncoder()
    var changedCount = 0
    let whole = TouchedParts()
    whole.isWhole = true
    // The pairs are sorted by the bytes of their keys, and so are their changes.
    for pair in new {
      guard let old = before[pair.key] else { continue }
      let offset = changes.count
      changes.encode(pair.key, as: key, in: schema)
      if changes.encodeChange(
        from: old, to: pair.value, as: value, in: schema, touching: whole)
      {
        changedCount += 1
      } else {
        changes.rewind(to: offset)
      }
    }
    if let failure = changes.failure { fail(failure) }
    guard !removed.isEmpty || !inserted.isEmpty || changedCount > 0 else { return false }
    encode(.sequence(removed), as: .set(key), in: schema)
    encode(.dictionary(inserted), as: .dictionary(key: key, value: value), in: schema)
    append(count: changedCount)
    append(contentsOf: changes.bytes)
    return true
  }

  private mutating func encodeChange(
    ofPrimitive old: RecordedValue, _ new: RecordedValue, _ type: TypeReference, _ schema: Schema
  ) -> Bool {
    guard old != new else { return false }
    switch (old, new) {
    case (.bool, .bool): break
    case (.signed(let old), .signed(let new)): append(zigzag: new &- old)
    case (.unsigned(let old), .unsigned(let new)):
      append(zigzag: Int64(bitPattern: new &- old))
    case (.string(let old), .string(let new)), (.url(let old), .url(let new)),
      (.json(let old), .json(let new)):
      appendSplice(from: Array(old.utf8), to: Array(new.utf8))
    case (.data(let old), .data(let new)): appendSplice(from: old, to: new)
    default: encode(new, as: type, in: schema)
    }
    return true
  }

  private mutating func appendSplice(from old: [UInt8], to new: [UInt8]) {
    old.withUnsafeBytes { old in
      new.withUnsafeBytes { appendSplice(from: old, to: $0) }
    }
  }
}
