extension RecordEncoder {
  /// Writes a count, then the key and the rest of each element, sorted by the bytes of the keys.
  ///
  /// Fails if two keys have the same bytes, because a reader could not distinguish their elements.
  mutating func append<Element>(
    _ elements: inout CanonicalOrder<Element>, of type: Any.Type,
    rest: (inout RecordEncoder, Element) -> Void
  ) {
    elements.sort()
    if let failure = elements.failure { fail(failure) }
    if masksText {
      // Different texts may have the same mask. The values follow once the secrets are known.
      elements.removeDuplicates()
    } else {
      refuseDuplicates(in: elements, of: type)
    }
    append(count: elements.count)
    for index in 0..<elements.count {
      elements.appendKey(at: index, to: &self)
      rest(&self, elements[index])
    }
  }

  mutating func refuseDuplicates<Element>(
    in elements: borrowing CanonicalOrder<Element>, of type: Any.Type
  ) {
    guard elements.hasDuplicates else { return }
    fail(
      .notEncodable(
        type: recordedName(of: type), description: "two elements are recorded as the same bytes"))
  }

  mutating func append<Element: Recordable>(canonical elements: Set<Element>) {
    var order = CanonicalOrder<Void>(within: self)
    for element in elements { order.add((), key: element) }
    append(&order, of: Set<Element>.self) { _, _ in }
  }

  /// Writes a count, then each key with its value, sorted by the bytes of the keys.
  mutating func append<Key: Recordable, Value: Recordable>(canonical pairs: [Key: Value]) {
    if redaction.hasEqualMasks { return append(masked: pairs) }
    var order = CanonicalOrder<Value>(within: self)
    for (key, value) in pairs { order.add(value, key: key) }
    append(&order, of: [Key: Value].self) { $0.encode($1) }
  }

  /// Writes a count, then the pairs sorted by all their bytes, because masked keys may be equal.
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

/// Elements to sort by the encoded bytes of their keys, an order that is the same in each process.
struct CanonicalOrder<Element>: ~Copyable {
  private var encoder: RecordEncoder
  private var entries: [(key: Range<Int>, element: Element)] = []

  init(within encoder: borrowing RecordEncoder) {
    self.encoder = encoder.nested()
  }

  var isEmpty: Bool { entries.isEmpty }
  var count: Int { entries.count }
  var failure: RecordEncodingError? { encoder.failure }

  subscript(index: Int) -> Element { entries[index].element }

  func key(at index: Int) -> [UInt8] {
    encoder.withUnsafeBytes { Array($0[entries[index].key]) }
  }

  func appendKey(at index: Int, to other: inout RecordEncoder) {
    encoder.withUnsafeBytes {
      other.append(contentsOf: UnsafeRawBufferPointer(rebasing: $0[entries[index].key]))
    }
  }

  mutating func add(_ element: Element, key: some Recordable) {
    let start = encoder.count
    encoder.encode(key)
    entries.append((start..<encoder.count, element))
  }

  mutating func add(_ element: Element, keyBytes: [UInt8]) {
    let start = encoder.count
    encoder.append(contentsOf: keyBytes)
    entries.append((start..<encoder.count, element))
  }

  mutating func sort() {
    guard entries.count > 1 else { return }
    var sorted = entries
    encoder.withUnsafeBytes { bytes in
      sorted.sort { bytes[$0.key].lexicographicallyPrecedes(bytes[$1.key]) }
    }
    entries = sorted
  }

  /// Whether two elements have the same key. The elements must be sorted.
  var hasDuplicates: Bool {
    encoder.withUnsafeBytes { bytes in
      zip(entries, entries.dropFirst()).contains { bytes[$0.key].elementsEqual(bytes[$1.key]) }
    }
  }

  /// Removes all but the first of the elements with the same key. The elements must be sorted.
  mutating func removeDuplicates() {
    guard hasDuplicates else { return }
    var kept: [(key: Range<Int>, element: Element)] = []
    encoder.withUnsafeBytes { bytes in
      for entry in entries {
        let isSame = kept.last.map { bytes[$0.key].elementsEqual(bytes[entry.key]) } ?? false
        if !isSame { kept.append(entry) }
      }
    }
    entries = kept
  }

  /// Removes the elements whose keys appear in both sorted orders, and returns them in pairs.
  mutating func removeCommon(
    with other: inout Self
  ) -> [(key: [UInt8], Element, Element)] {
    var common: [(key: [UInt8], Element, Element)] = []
    var rest: [(key: Range<Int>, element: Element)] = []
    var otherRest: [(key: Range<Int>, element: Element)] = []
    var index = 0
    var otherIndex = 0
    while index < count, otherIndex < other.count {
      let key = key(at: index)
      let otherKey = other.key(at: otherIndex)
      if key == otherKey {
        common.append((key, self[index], other[otherIndex]))
        index += 1
        otherIndex += 1
      } else if key.lexicographicallyPrecedes(otherKey) {
        rest.append(entries[index])
        index += 1
      } else {
        otherRest.append(other.entries[otherIndex])
        otherIndex += 1
      }
    }
    guard !common.isEmpty else { return [] }
    entries = rest + entries[index...]
    other.entries = otherRest + other.entries[otherIndex...]
    return common
  }
}

/// A check that keys are in ascending byte order, without duplicates.
package struct KeyOrder {
  private var last: ArraySlice<UInt8>?

  package init() {}

  /// Returns whether a key may follow the previous one.
  package mutating func isNext(_ bytes: ArraySlice<UInt8>) -> Bool {
    defer { last = bytes }
    guard let last else { return true }
    return last.lexicographicallyPrecedes(bytes)
  }
}
