extension Set: Recordable where Element: Recordable {
  /// Describes the type by its elements.
  public static func describe(in schema: SchemaBuilder) -> TypeReference {
    .set(schema.reference(to: Element.self))
  }

  /// Writes the count, then the elements in the order of their bytes.
  public func record(into encoder: inout RecordEncoder) {
    encoder.append(canonical: self)
  }

  /// Reads the count, then the elements, which must differ from one another.
  public init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    let count = try decoder.count()
    self = []
    for _ in 0..<count {
      let start = decoder.position
      guard insert(try decoder.decode()).inserted else {
        throw .invalidValue(
          type: "Set", description: "an element stands in it twice", offset: start)
      }
    }
  }

  /// Writes the elements that went, then those that came, each in the order of their bytes.
  public func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    guard !isSameStorage(old, self) else { return false }
    let removed = old.subtracting(self)
    let inserted = subtracting(old)
    guard !removed.isEmpty || !inserted.isEmpty else { return false }
    encoder.append(canonical: removed)
    encoder.append(canonical: inserted)
    return true
  }
}

extension Dictionary: Recordable where Key: Recordable, Value: Recordable {
  /// Describes the type by its keys and values.
  public static func describe(in schema: SchemaBuilder) -> TypeReference {
    .dictionary(key: schema.reference(to: Key.self), value: schema.reference(to: Value.self))
  }

  /// Writes the count, then each key with its value, in the order of the keys' bytes.
  public func record(into encoder: inout RecordEncoder) {
    encoder.append(canonical: self)
  }

  /// Reads the count, then each key with its value; the keys must differ from one another.
  public init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    let count = try decoder.count()
    self = [:]
    for _ in 0..<count {
      let start = decoder.position
      let key: Key = try decoder.decode()
      guard updateValue(try decoder.decode(), forKey: key) == nil else {
        throw .invalidValue(
          type: "Dictionary", description: "a key stands in it twice", offset: start)
      }
    }
  }

  /// Writes the keys that went, the pairs that came and the values that changed.
  public func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    guard !isSameStorage(old, self) else { return false }
    let start = encoder.bytes.count
    encoder.append(canonical: old.keys.filter { self[$0] == nil })
    encoder.append(canonical: filter { old[$0.key] == nil })
    var changes: [[UInt8]] = []
    for (key, value) in encoder.canonicalOrder(of: self, by: \.key) {
      guard let oldValue = old[key] else { continue }
      var change = RecordEncoder()
      change.encode(key)
      if change.encodeChange(from: oldValue, to: value) { changes.append(change.bytes) }
      if let failure = change.failure { encoder.fail(failure) }
    }
    encoder.append(count: changes.count)
    for change in changes { encoder.append(contentsOf: change) }
    guard encoder.bytes.count == start + 3, encoder.bytes[start...] == [0, 0, 0] else {
      return true
    }
    encoder.rewind(to: start)
    return false
  }
}

/// Whether two collections that are one pointer to their storage point to the same.
///
/// Only a shortcut: where the standard library lays them out otherwise, they are compared.
private func isSameStorage<Collection>(_ one: Collection, _ other: Collection) -> Bool {
  guard MemoryLayout<Collection>.size == MemoryLayout<UInt>.size else { return false }
  return unsafeBitCast(one, to: UInt.self) == unsafeBitCast(other, to: UInt.self)
}
