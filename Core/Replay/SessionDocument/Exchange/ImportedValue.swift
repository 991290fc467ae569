import Foundation
import RecordCoding
import RecordedValues

extension JSONValue {
  /// Returns the value that this JSON represents; `key` is its location for error messages.
  func recorded(
    as type: TypeReference, in schema: Schema, at key: String
  ) throws(ValueFault) -> RecordedValue {
    switch type {
    case .optional(let wrapped): return try optional(wrapped, schema, key)
    case .list(let kind, let element):
      let values = try elements(element, schema, key)
      guard !kind.isOrdered else { return .sequence(values) }
      return .sequence(
        try inOrder(values, key) { encoder, value in
          encoder.encode(value, as: element, in: schema)
        })
    case .dictionary(let keyType, let element):
      let pairs = try pairs(keyType, element, schema, key)
      return .dictionary(
        try inOrder(pairs, key) { encoder, pair in
          encoder.encode(pair.key, as: keyType, in: schema)
        })
    case .tuple(let fields): return .product(try fieldValues(fields, schema, key))
    case .named:
      switch schema.definition(of: type)?.kind {
      case .structure(let fields): return .product(try fieldValues(fields, schema, key))
      case .enumeration(let cases): return try element(cases, schema, key)
      case nil: throw ValueFault(key, "its type is not in the header's schema")
      }
    default: return try primitive(type, key)
    }
  }

  private func optional(
    _ wrapped: TypeReference, _ schema: Schema, _ key: String
  ) throws(ValueFault) -> RecordedValue {
    if case .null = self { return .none }
    guard case .optional = wrapped else {
      return .some(try recorded(as: wrapped, in: schema, at: key))
    }
    guard case .list(let values) = self, values.count == 1 else {
      throw ValueFault(key, found: self, expected: "null or a list of one value")
    }
    return .some(try values[0].recorded(as: wrapped, in: schema, at: "\(key)[0]"))
  }

  private func elements(
    _ type: TypeReference, _ schema: Schema, _ key: String
  ) throws(ValueFault) -> [RecordedValue] {
    guard case .list(let values) = self else {
      throw ValueFault(key, found: self, expected: "a list")
    }
    var elements: [RecordedValue] = []
    elements.reserveCapacity(values.count)
    for (index, value) in values.enumerated() {
      elements.append(try value.recorded(as: type, in: schema, at: "\(key)[\(index)]"))
    }
    return elements
  }

  private func pairs(
    _ keyType: TypeReference, _ type: TypeReference, _ schema: Schema, _ key: String
  ) throws(ValueFault) -> [RecordedPair] {
    var pairs: [RecordedPair] = []
    switch (keyType, self) {
    case (.string, .object(let fields)):
      for (name, value) in fields {
        let value = try value.recorded(as: type, in: schema, at: "\(key).\(name)")
        pairs.append(RecordedPair(key: .string(name), value: value))
      }
    case (.string, _): throw ValueFault(key, found: self, expected: "an object")
    case (_, .list(let values)):
      for (index, pair) in values.enumerated() {
        let location = "\(key)[\(index)]"
        guard case .list(let parts) = pair, parts.count == 2 else {
          throw ValueFault(location, found: pair, expected: "a list of a key and a value")
        }
        pairs.append(
          RecordedPair(
            key: try parts[0].recorded(as: keyType, in: schema, at: "\(location)[0]"),
            value: try parts[1].recorded(as: type, in: schema, at: "\(location)[1]")))
      }
    default: throw ValueFault(key, found: self, expected: "a list of pairs")
    }
    return pairs
  }

  /// Returns elements sorted by the encoded bytes of their keys. Throws if two keys are equal.
  private func inOrder<Element>(
    _ elements: [Element], _ location: String, key: (inout RecordEncoder, Element) -> Void
  ) throws(ValueFault) -> [Element] {
    var keyed: [(key: [UInt8], element: Element)] = elements.map { element in
      var encoder = RecordEncoder()
      key(&encoder, element)
      return (encoder.bytes, element)
    }
    keyed.sort { $0.key.lexicographicallyPrecedes($1.key) }
    for (one, next) in zip(keyed, keyed.dropFirst()) where one.key == next.key {
      throw ValueFault(location, "the same key or element appears twice")
    }
    return keyed.map(\.element)
  }

  private func fieldValues(
    _ fields: [RecordField], _ schema: Schema, _ key: String
  ) throws(ValueFault) -> [RecordedValue] {
    guard case .object(let found) = self else {
      throw ValueFault(key, found: self, expected: "an object")
    }
    var values: [RecordedValue] = []
    values.reserveCapacity(fields.count)
    for (index, field) in fields.enumerated() {
      let name = field.name ?? "\(index)"
      // Fields usually have the order of the schema, which saves the search.
      let value =
        index < found.count && found[index].key == name
        ? found[index].value : found.first { $0.key == name }?.value
      guard let value else { throw ValueFault(key, "the key '\(name)' is missing") }
      values.append(try value.recorded(as: field.type, in: schema, at: "\(key).\(name)"))
    }
    if found.count != fields.count {
      let names = Set(fields.enumerated().map { $1.name ?? "\($0)" })
      let extra = found.first { !names.contains($0.key) }?.key
      throw ValueFault(
        key, extra.map { "its type has no field '\($0)'" } ?? "a key appears twice")
    }
    return values
  }

  private func element(
    _ cases: [RecordCase], _ schema: Schema, _ key: String
  ) throws(ValueFault) -> RecordedValue {
    let (name, payload): (String, JSONValue?)
    switch self {
    case .string(let text): (name, payload) = (text, nil)
    case .object(let fields) where fields.count == 1:
      (name, payload) = (fields[0].key, fields[0].value)
    default:
      throw ValueFault(key, found: self, expected: "a case, as a string or an object of one key")
    }
    guard let index = cases.firstIndex(where: { $0.name == name }) else {
      throw ValueFault(key, "its type has no case '\(name)'")
    }
    let fields = cases[index].payload
    guard fields.isEmpty == (payload == nil) else {
      throw ValueFault(
        key, "the case '\(name)' has \(fields.isEmpty ? "no" : "associated") values")
    }
    guard let payload else { return .enumeration(case: index, payload: []) }
    let location = "\(key).\(name)"
    if fields.isAlone {
      return .enumeration(
        case: index, payload: [try payload.recorded(as: fields[0].type, in: schema, at: location)])
    }
    return .enumeration(case: index, payload: try payload.fieldValues(fields, schema, location))
  }
}

extension JSONValue {
  private func primitive(
    _ type: TypeReference, _ key: String
  ) throws(ValueFault) -> RecordedValue {
    let value: RecordedValue? =
      switch (type, self) {
      case (.bool, .bool(let value)): .bool(value)
      case (.signed(let bits), .number(let text)), (.signed(let bits), .string(let text)):
        Int64(text).flatMap { $0.fits(bits: bits) ? .signed($0) : nil }
      case (.unsigned(let bits), .number(let text)), (.unsigned(let bits), .string(let text)):
        UInt64(text).flatMap { $0.fits(bits: bits) ? .unsigned($0) : nil }
      case (.float, _): float.map { .float(bits: $0) }
      case (.double, _): double.map { .double(bits: $0) }
      case (.date, _): double.map { .date(bits: $0) }
      case (.string, .string(let text)): .string(text)
      case (.url, .string(let text)): .url(text)
      case (.json, .string(let text)): .json(text)
      case (.data, .string(let text)): Data(base64Encoded: text).map { .data([UInt8]($0)) }
      case (.uuid, .string(let text)): UUID(uuidString: text).map { .uuid($0) }
      default: nil
      }
    guard let value else {
      throw ValueFault(key, found: self, expected: "of the type \(type.primitiveName ?? "Codable")")
    }
    return value
  }

  private var double: UInt64? {
    switch self {
    case .number(let text): Double(text).flatMap { $0.isFinite ? $0.bitPattern : nil }
    case .string("nan"): Double.nan.bitPattern
    case .string("inf"): Double.infinity.bitPattern
    case .string("-inf"): (-Double.infinity).bitPattern
    case .string(let text):
      Self.bits(text).flatMap { Double(bitPattern: $0).isNaN ? $0 : nil }
    default: nil
    }
  }

  private var float: UInt32? {
    switch self {
    case .number(let text): Float(text).flatMap { $0.isFinite ? $0.bitPattern : nil }
    case .string("nan"): Float.nan.bitPattern
    case .string("inf"): Float.infinity.bitPattern
    case .string("-inf"): (-Float.infinity).bitPattern
    case .string(let text):
      Self.bits(text).flatMap { UInt32(exactly: $0) }.flatMap {
        Float(bitPattern: $0).isNaN ? $0 : nil
      }
    default: nil
    }
  }

  private static func bits(_ text: String) -> UInt64? {
    text.hasPrefix("nan:") ? UInt64(text.dropFirst(4), radix: 16) : nil
  }
}
