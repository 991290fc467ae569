import RecordCoding
import RecordSchema

extension ValueParser {
  /// A value and where it began.
  typealias Element = (value: RecordedValue, start: Int)

  /// Reads values between brackets.
  mutating func list(
    of element: TypeReference, _ type: TypeReference
  ) throws(ActionTextError) -> [Element] {
    guard scanner.take("[") else { throw unexpected(type) }
    var elements: [Element] = []
    while !scanner.take("]") {
      if !elements.isEmpty {
        try scanner.require(",")
        if scanner.take("]") { break }
      }
      scanner.skipSpaces()
      let start = scanner.position
      elements.append((try value(of: element), start))
    }
    return elements
  }

  /// Reads the elements of a set, in any order.
  mutating func set(
    of element: TypeReference, _ type: TypeReference
  ) throws(ActionTextError) -> [RecordedValue] {
    let elements = try list(of: element, type)
    return try inOrder(elements, key: \.value, of: element, start: \.start).map(\.value)
  }

  /// Reads keys and values between brackets, in any order.
  mutating func dictionary(
    key: TypeReference, value: TypeReference, _ type: TypeReference
  ) throws(ActionTextError) -> [RecordedPair] {
    guard scanner.take("[") else { throw unexpected(type) }
    if scanner.take(":") {
      try scanner.require("]")
      return []
    }
    var pairs: [(pair: RecordedPair, start: Int)] = []
    while !scanner.take("]") {
      if !pairs.isEmpty {
        try scanner.require(",")
        if scanner.take("]") { break }
      }
      scanner.skipSpaces()
      let start = scanner.position
      let keyValue = try self.value(of: key)
      try scanner.require(":")
      pairs.append((RecordedPair(key: keyValue, value: try self.value(of: value)), start))
    }
    return try inOrder(pairs, key: \.pair.key, of: key, start: \.start).map(\.pair)
  }

  /// Puts elements in the order of the bytes of their keys, of which none may stand twice.
  private func inOrder<Item>(
    _ items: [Item], key: (Item) -> RecordedValue, of type: TypeReference, start: (Item) -> Int
  ) throws(ActionTextError) -> [Item] {
    let keyed = items.map { item in
      var encoder = RecordEncoder()
      encoder.encode(key(item), as: type, in: schema)
      return (bytes: encoder.bytes, item: item)
    }
    .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    for (one, other) in zip(keyed, keyed.dropFirst()) where one.bytes == other.bytes {
      throw .duplicate(
        place: place, found: ValueText(schema: schema).text(of: key(one.item), as: type),
        column: max(start(one.item), start(other.item)) + 1)
    }
    return keyed.map(\.item)
  }
}
