package import RecordCoding

/// Compares recorded values with replayed ones, in which tokens stand for secrets.
struct TokenComparison {
  let schema: Schema

  /// Whether the values are the same apart from redacted texts and from what is within tokens.
  func isSame(_ one: RecordedValue, _ other: RecordedValue, as type: TypeReference) -> Bool {
    if one == other { return true }
    switch (type, one, other) {
    case (.string, .string(let one), .string(let other)):
      let sign = Redaction.sign
      if one.unicodeScalars.first == sign, other.unicodeScalars.first == sign { return true }
      return SecretToken.isSame(one, other)
    case (.url, .url(let one), .url(let other)), (.json, .json(let one), .json(let other)):
      return SecretToken.isSame(one, other)
    case (.data, .data(let one), .data(let other)):
      return SecretToken.isSame(
        String(decoding: one, as: UTF8.self), String(decoding: other, as: UTF8.self))
    case (.optional(let wrapped), .some(let one), .some(let other)):
      return isSame(one, other, as: wrapped)
    case (.array(let element), .sequence(let one), .sequence(let other)),
      (.identifiedArray(let element), .sequence(let one), .sequence(let other)):
      return one.count == other.count
        && zip(one, other).allSatisfy { isSame($0, $1, as: element) }
    case (.set(let element), .sequence(let one), .sequence(let other)):
      return isSameInAnyOrder(one, other) { isSame($0, $1, as: element) }
    case (.dictionary(let key, let value), .dictionary(let one), .dictionary(let other)):
      return isSameInAnyOrder(one, other) {
        isSame($0.key, $1.key, as: key) && isSame($0.value, $1.value, as: value)
      }
    case (.tuple(let fields), .product(let one), .product(let other)):
      return isSame(one, other, as: fields)
    case (.named, _, _): return isSame(named: one, other, as: type)
    default: return false
    }
  }

  private func isSame(
    named one: RecordedValue, _ other: RecordedValue, as type: TypeReference
  ) -> Bool {
    switch (schema.definition(of: type)?.kind, one, other) {
    case (.structure(let fields), .product(let one), .product(let other)):
      isSame(one, other, as: fields)
    case (
      .enumeration(let cases), .enumeration(let oneCase, let one),
      .enumeration(let otherCase, let other)
    ):
      oneCase == otherCase && cases.indices.contains(oneCase)
        && isSame(one, other, as: cases[oneCase].payload)
    default: false
    }
  }

  private func isSame(
    _ one: [RecordedValue], _ other: [RecordedValue], as fields: [RecordField]
  ) -> Bool {
    one.count == other.count && one.count == fields.count
      && fields.indices.allSatisfy { isSame(one[$0], other[$0], as: fields[$0].type) }
  }

  /// Whether each element has one that is the same: the order of the bytes is another with tokens.
  private func isSameInAnyOrder<Element: Hashable>(
    _ one: [Element], _ other: [Element], _ isSame: (Element, Element) -> Bool
  ) -> Bool {
    guard one.count == other.count else { return false }
    let common = Set(one).intersection(other)
    var rest = other.filter { !common.contains($0) }
    for element in one where !common.contains(element) {
      guard let place = rest.firstIndex(where: { isSame(element, $0) }) else { return false }
      rest.remove(at: place)
    }
    return true
  }
}

extension Redaction {
  /// Whether a state in a replay is the recorded one, apart from what is redacted.
  ///
  /// In texts that are not redacted, what is within tokens is not compared either.
  package static func isSame<Value: Recordable>(_ recorded: Value, _ replayed: Value) -> Bool {
    let builder = SchemaBuilder()
    let type = builder.reference(to: Value.self)
    let schema = builder.schema
    guard let one = value(recorded, as: type, in: schema),
      let other = value(replayed, as: type, in: schema)
    else { return maskedBytes(recorded) == maskedBytes(replayed) }
    return TokenComparison(schema: schema).isSame(one, other, as: type)
  }

  /// A value by its schema, redacted texts with a sign before them; `nil` if keys become the same.
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
