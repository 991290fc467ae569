package import RecordCoding

/// A comparison of recorded and replayed values whose secrets are tokens.
package struct TokenComparison {
  let schema: Schema

  /// Returns whether two values are equal except for redacted texts and tokens.
  func isSame(_ one: RecordedValue, _ other: RecordedValue, as type: TypeReference) -> Bool {
    if one == other { return true }
    switch (schema.parts(of: one, as: type), schema.parts(of: other, as: type)) {
    case (.leaf(let one), .leaf(let other)):
      return isSameLeaf(one, other)
    case (.some(let one, let wrapped), .some(let other, _)):
      return isSame(one, other, as: wrapped)
    case (.elements(let one, let element, .set), .elements(let other, _, _)):
      return isSameInAnyOrder(one, other) { isSame($0, $1, as: element) }
    case (.elements(let one, let element, _), .elements(let other, _, _)):
      return one.count == other.count
        && zip(one, other).allSatisfy { isSame($0, $1, as: element) }
    case (.pairs(let one, let key, let value), .pairs(let other, _, _)):
      return isSameInAnyOrder(one, other) {
        isSame($0.key, $1.key, as: key) && isSame($0.value, $1.value, as: value)
      }
    case (.fields(let one, let fields, _), .fields(let other, _, _)):
      return isSame(one, other, as: fields)
    case (.payload(let one, let element, let index), .payload(let other, _, let otherIndex)):
      return index == otherIndex && isSame(one, other, as: element.payload)
    default: return false
    }
  }

  private func isSameLeaf(_ one: RecordedValue, _ other: RecordedValue) -> Bool {
    switch (one, other) {
    case (.string(let one), .string(let other)):
      let sign = RedactionMode.sign
      if one.unicodeScalars.first == sign, other.unicodeScalars.first == sign { return true }
      return SecretToken.isSame(one, other)
    case (.url(let one), .url(let other)), (.json(let one), .json(let other)):
      return SecretToken.isSame(one, other)
    case (.data(let one), .data(let other)):
      return SecretToken.isSame(
        String(decoding: one, as: UTF8.self), String(decoding: other, as: UTF8.self))
    default: return false
    }
  }

  private func isSame(
    _ one: [RecordedValue], _ other: [RecordedValue], as fields: [RecordField]
  ) -> Bool {
    one.count == other.count && one.count == fields.count
      && fields.indices.allSatisfy { isSame(one[$0], other[$0], as: fields[$0].type) }
  }

  /// Returns whether the elements match in any order, because tokens change the byte order.
  private func isSameInAnyOrder<Element: Hashable>(
    _ one: [Element], _ other: [Element], _ isSame: (Element, Element) -> Bool
  ) -> Bool {
    guard one.count == other.count else { return false }
    let common = Set(one).intersection(other)
    var rest = other.filter { !common.contains($0) }
    for element in one where !common.contains(element) {
      guard let index = rest.firstIndex(where: { isSame(element, $0) }) else { return false }
      rest.remove(at: index)
    }
    return true
  }
}

extension TokenComparison {
  /// Compares values, except for redacted ones and for tokens in other texts.
  package static func isSame<Value: Recordable>(_ recorded: Value, _ replayed: Value) -> Bool {
    let builder = SchemaBuilder()
    let type = builder.reference(to: Value.self)
    let schema = builder.schema
    guard let one = value(recorded, as: type, in: schema),
      let other = value(replayed, as: type, in: schema)
    else { return maskedBytes(recorded) == maskedBytes(replayed) }
    return TokenComparison(schema: schema).isSame(one, other, as: type)
  }

  /// Returns a value with signs before its redacted texts, or `nil` if it has equal masked keys.
  static func value<Value: Recordable>(
    _ value: Value, as type: TypeReference, in schema: Schema
  ) -> RecordedValue? {
    var encoder = RecordEncoder()
    encoder.redaction = .signs
    encoder.encode(value)
    var decoder = RecordDecoder(encoder.bytes)
    return try? decoder.decodeValue(of: type, in: schema)
  }

  private static func maskedBytes(_ value: some Recordable) -> [UInt8] {
    var encoder = RecordEncoder()
    encoder.redaction = .masks
    encoder.encode(value)
    return encoder.bytes
  }
}
