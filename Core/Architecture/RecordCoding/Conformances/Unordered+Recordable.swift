@_documentation(visibility: internal)
extension Set: Recordable where Element: Recordable {
  /// Describes the type by its elements.
  public static func describe(in schema: SchemaBuilder) -> TypeReference {
    .set(schema.reference(to: Element.self))
  }

  /// Writes the count, then the elements in byte order.
  public func record(into encoder: inout RecordEncoder) {
    encoder.append(canonical: self)
  }

  /// Reads the count, then the elements, which must be distinct and in byte order.
  public init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    let count = try decoder.count()
    var order = KeyOrder()
    self = []
    for _ in 0..<count {
      let start = decoder.position
      let element: Element = try decoder.decode()
      guard order.isNext(decoder.slice(from: start)), insert(element).inserted else {
        throw .outOfOrder("Set", at: start)
      }
    }
  }

  /// Writes the removed elements, then the inserted ones, each in byte order.
  public func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    guard !isSameStorage(old, self) else { return false }
    var removed = CanonicalOrder<Void>(within: encoder)
    var inserted = CanonicalOrder<Void>(within: encoder)
    for element in self where !encoder.finds(element, in: old) { inserted.add((), key: element) }
    // If as many elements were found as `old` has, none was removed.
    if count - inserted.count < old.count {
      for element in old where !encoder.finds(element, in: self) { removed.add((), key: element) }
    }
    removed.sort()
    inserted.sort()
    encoder.refuseDuplicates(in: inserted, of: Self.self)
    // An element that does not equal itself, such as a NaN, is never found.
    _ = removed.removeCommon(with: &inserted)
    guard !removed.isEmpty || !inserted.isEmpty else { return false }
    encoder.append(&removed, of: Self.self) { _, _ in }
    encoder.append(&inserted, of: Self.self) { _, _ in }
    return true
  }
}

@_documentation(visibility: internal)
extension Dictionary: Recordable where Key: Recordable, Value: Recordable {
  /// Describes the type by its keys and values.
  public static func describe(in schema: SchemaBuilder) -> TypeReference {
    .dictionary(key: schema.reference(to: Key.self), value: schema.reference(to: Value.self))
  }

  /// Writes the count, then each key with its value, in the byte order of the keys.
  public func record(into encoder: inout RecordEncoder) {
    encoder.append(canonical: self)
  }

  /// Reads the count, then the pairs, whose keys must be distinct and in byte order.
  public init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    let count = try decoder.count()
    var order = KeyOrder()
    self = [:]
    for _ in 0..<count {
      let start = decoder.position
      let key: Key = try decoder.decode()
      guard order.isNext(decoder.slice(from: start)) else {
        throw .outOfOrder("Dictionary", at: start)
      }
      guard updateValue(try decoder.decode(), forKey: key) == nil else {
        throw .outOfOrder("Dictionary", at: start)
      }
    }
  }

  /// Writes the removed keys, the inserted pairs and the changed values.
  public func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    guard !isSameStorage(old, self) else { return false }
    var removed = CanonicalOrder<Value>(within: encoder)
    var inserted = CanonicalOrder<Value>(within: encoder)
    var changed = CanonicalOrder<Range<Int>>(within: encoder)
    var changes = encoder.nested()
    for (key, value) in self {
      if let index = old.index(forKey: key), encoder.isSame(old[index].key, key) {
        let start = changes.count
        guard changes.encodeChange(from: old[index].value, to: value) else { continue }
        changed.add(start..<changes.count, key: key)
      } else {
        inserted.add(value, key: key)
      }
    }
    if count - inserted.count < old.count {
      for (key, value) in old where !encoder.finds(key, in: self) { removed.add(value, key: key) }
    }
    removed.sort()
    inserted.sort()
    encoder.refuseDuplicates(in: inserted, of: Self.self)
    for (key, old, new) in removed.removeCommon(with: &inserted) {
      let start = changes.count
      guard changes.encodeChange(from: old, to: new) else { continue }
      changed.add(start..<changes.count, keyBytes: key)
    }
    if let failure = changes.failure { encoder.fail(failure) }
    guard !removed.isEmpty || !inserted.isEmpty || !changed.isEmpty else { return false }
    encoder.append(&removed, of: Self.self) { _, _ in }
    encoder.append(&inserted, of: Self.self) { $0.encode($1) }
    encoder.append(&changed, of: Self.self) { encoder, range in
      changes.withUnsafeBytes {
        encoder.append(contentsOf: UnsafeRawBufferPointer(rebasing: $0[range]))
      }
    }
    return true
  }
}

extension RecordEncoder {
  /// Equality is not enough: strings with different bytes can be equal, and so can 0 and -0.
  fileprivate mutating func finds<Element: Recordable>(
    _ element: Element, in set: Set<Element>
  ) -> Bool {
    guard let index = set.firstIndex(of: element) else { return false }
    return isSame(set[index], element)
  }

  fileprivate mutating func finds<Key: Recordable, Value>(
    _ key: Key, in dictionary: [Key: Value]
  ) -> Bool {
    guard let index = dictionary.index(forKey: key) else { return false }
    return isSame(dictionary[index].key, key)
  }
}

extension RecordDecodingError {
  fileprivate static func outOfOrder(_ type: String, at offset: Int) -> Self {
    .invalidValue(
      type: type, description: "an element is duplicated or out of order", offset: offset)
  }
}

/// A shortcut for collections that are a single pointer. Others are compared.
private func isSameStorage<Collection>(_ one: Collection, _ other: Collection) -> Bool {
  guard MemoryLayout<Collection>.size == MemoryLayout<UInt>.size else { return false }
  return unsafeBitCast(one, to: UInt.self) == unsafeBitCast(other, to: UInt.self)
}
