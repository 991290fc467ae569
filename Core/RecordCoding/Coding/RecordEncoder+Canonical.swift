extension RecordEncoder {
  /// Writes a count, then elements in the order of the bytes of their keys: the key, then the rest.
  ///
  /// Two elements whose keys have the same bytes could not be told apart when they are read.
  mutating func append<Element>(
    _ elements: inout CanonicalOrder<Element>, of type: Any.Type,
    rest: (inout RecordEncoder, Element) -> Void
  ) {
    elements.sort()
    if let failure = elements.failure { fail(failure) }
    refuseDuplicates(in: elements, of: type)
    append(count: elements.count)
    for place in 0..<elements.count {
      elements.appendKey(at: place, to: &self)
      rest(&self, elements[place])
    }
  }

  /// Notes a failure if two elements that are in order have the same key.
  mutating func refuseDuplicates<Element>(
    in elements: borrowing CanonicalOrder<Element>, of type: Any.Type
  ) {
    guard elements.hasDuplicates else { return }
    fail(
      .notEncodable(
        type: recordedName(of: type), description: "two elements are recorded as the same bytes"))
  }

  /// Writes a count, then elements in the order of their storage.
  mutating func append<Element: Recordable>(canonical elements: Set<Element>) {
    var order = CanonicalOrder<Void>(within: self)
    for element in elements { order.add((), key: element) }
    append(&order, of: Set<Element>.self) { _, _ in }
  }

  /// Writes a count, then each key with its value, in the order of the keys' storage.
  mutating func append<Key: Recordable, Value: Recordable>(canonical pairs: [Key: Value]) {
    if redaction.hasEqualMasks { return append(masked: pairs) }
    var order = CanonicalOrder<Value>(within: self)
    for (key, value) in pairs { order.add(value, key: key) }
    append(&order, of: [Key: Value].self) { $0.encode($1) }
  }

  /// Writes a count and the pairs in the order of all their bytes, because keys may be masked.
  private mutating func append<Key: Recordable, Value: Recordable>(masked pairs: [Key: Value]) {
    let encoded = pairs.map { key, value in
      var encoder = nested()
      encoder.encode(key)
      encoder.encode(value)
      return encoder.bytes
    }
    append(count: pairs.count)
    for bytes in encoded.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      append(contentsOf: bytes)
    }
  }
}
