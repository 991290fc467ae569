/// Elements that are put in the order of the bytes of their keys.
///
/// The order of a hash table differs from process to process; that of bytes does not.
struct CanonicalOrder<Element>: ~Copyable {
  private var encoder: RecordEncoder
  private var entries: [(key: Range<Int>, element: Element)] = []

  init(within encoder: borrowing RecordEncoder) {
    self.encoder = encoder.nested()
  }

  var isEmpty: Bool { entries.isEmpty }
  var count: Int { entries.count }
  var failure: RecordEncodingError? { encoder.failure }

  subscript(place: Int) -> Element { entries[place].element }

  func key(at place: Int) -> [UInt8] {
    encoder.withUnsafeBytes { Array($0[entries[place].key]) }
  }

  /// Writes the key of an element.
  func appendKey(at place: Int, to other: inout RecordEncoder) {
    encoder.withUnsafeBytes {
      other.append(contentsOf: UnsafeRawBufferPointer(rebasing: $0[entries[place].key]))
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

  /// Whether two elements have the same key, once they are in order.
  var hasDuplicates: Bool {
    encoder.withUnsafeBytes { bytes in
      zip(entries, entries.dropFirst()).contains { bytes[$0.key].elementsEqual(bytes[$1.key]) }
    }
  }

  /// Removes the elements whose keys stand in the other as well, and returns them with those there.
  ///
  /// Both must be in order.
  mutating func removeCommon(
    with other: inout Self
  ) -> [(key: [UInt8], Element, Element)] {
    var common: [(key: [UInt8], Element, Element)] = []
    var rest: [(key: Range<Int>, element: Element)] = []
    var otherRest: [(key: Range<Int>, element: Element)] = []
    var place = 0
    var otherPlace = 0
    while place < count, otherPlace < other.count {
      let key = key(at: place)
      let otherKey = other.key(at: otherPlace)
      if key == otherKey {
        common.append((key, self[place], other[otherPlace]))
        place += 1
        otherPlace += 1
      } else if key.lexicographicallyPrecedes(otherKey) {
        rest.append(entries[place])
        place += 1
      } else {
        otherRest.append(other.entries[otherPlace])
        otherPlace += 1
      }
    }
    guard !common.isEmpty else { return [] }
    entries = rest + entries[place...]
    other.entries = otherRest + other.entries[otherPlace...]
    return common
  }
}
