extension RecordEncoder {
  /// Elements in the order of the bytes that a part of them is recorded as.
  ///
  /// The order of a hash table differs from process to process; this one does not.
  package mutating func canonicalOrder<Element, Part: Recordable>(
    of elements: some Collection<Element>, by part: (Element) -> Part
  ) -> [Element] {
    var keyed: [(bytes: [UInt8], element: Element)] = []
    keyed.reserveCapacity(elements.count)
    for element in elements {
      var encoder = RecordEncoder()
      encoder.encode(part(element))
      if let failure = encoder.failure { fail(failure) }
      keyed.append((encoder.bytes, element))
    }
    keyed.sort { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    return keyed.map(\.element)
  }

  /// Writes a count, then elements in the order of their bytes.
  package mutating func append<Element: Recordable>(canonical elements: some Collection<Element>) {
    append(count: elements.count)
    for element in canonicalOrder(of: elements, by: { $0 }) { encode(element) }
  }

  /// Writes a count, then each key with its value, in the order of the keys' bytes.
  package mutating func append<Key: Recordable, Value: Recordable>(canonical pairs: [Key: Value]) {
    append(count: pairs.count)
    for (key, value) in canonicalOrder(of: pairs, by: \.key) {
      encode(key)
      encode(value)
    }
  }

  /// Writes bytes as they are.
  package mutating func append(contentsOf content: [UInt8]) {
    bytes.append(contentsOf: content)
  }
}
