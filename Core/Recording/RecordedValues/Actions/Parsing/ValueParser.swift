import Foundation
import RecordCoding

/// A parser of values that is directed by their types.
///
/// Types bound the input: brackets nest only as deep as the types and recordable values do.
struct ValueParser {
  let schema: Schema
  var scanner: TextScanner
  /// The state whose UUIDs can be written by their prefixes, if any.
  var state: ParsedState?
  /// The path of the action that contains the values, for messages.
  var action = ""
  private var fields: [String] = []
  private var depth = 0

  init(schema: Schema, text: String) {
    self.schema = schema
    scanner = TextScanner(text)
  }

  var types: TypeText { TypeText(schema: schema) }

  var location: ActionTextError.Location {
    ActionTextError.Location(action: action, field: fields.joined(separator: "."))
  }

  mutating func enter() throws(ActionTextError) {
    guard depth < RecordEncoder.maximumDepth else {
      throw .tooDeep(limit: RecordEncoder.maximumDepth, column: scanner.column)
    }
    depth += 1
  }

  mutating func leave() {
    depth -= 1
  }

  func unexpected(_ type: TypeReference) -> ActionTextError {
    .unexpectedValue(
      location: location, type: types.text(of: type), hint: types.hint(for: type),
      found: scanner.nextPiece, column: scanner.column)
  }

  mutating func value(of type: TypeReference) throws(ActionTextError) -> RecordedValue {
    try enter()
    scanner.skipSpaces()
    let value: RecordedValue
    switch type {
    case .optional(let wrapped):
      value = try optional(of: wrapped, type)
    case .list(let kind, let element):
      value = .sequence(
        kind.isOrdered
          ? try list(of: element, type).map(\.value) : try set(of: element, type))
    case .dictionary(let key, let element):
      value = .dictionary(try dictionary(key: key, value: element, type))
    case .tuple(let fields):
      guard scanner.take("(") else { throw unexpected(type) }
      value = .product(try self.fields(fields))
    case .named:
      value = try named(type)
    default:
      value = try primitive(type)
    }
    leave()
    return value
  }

  /// Parses the value of a field, whose name appears in messages.
  mutating func value(of field: RecordField) throws(ActionTextError) -> RecordedValue {
    guard let name = field.name else { return try value(of: field.type) }
    fields.append(name)
    let value = try value(of: field.type)
    fields.removeLast()
    return value
  }

  private mutating func optional(
    of wrapped: TypeReference, _ type: TypeReference
  ) throws(ActionTextError) -> RecordedValue {
    if scanner.takeWord("nil") { return .none }
    let start = scanner.position
    if scanner.takeWord("Optional"), scanner.take("(") {
      let value = try value(of: wrapped)
      try scanner.require(")")
      return .some(value)
    }
    scanner.move(to: start)
    // The enumeration's own cases with these names take precedence.
    let names = schema.cases(of: wrapped.unwrapped)?.map(\.name) ?? []
    if scanner.take(".") {
      if !names.contains("none"), scanner.takeWord("none") { return .none }
      if !names.contains("some"), scanner.takeWord("some"), scanner.take("(") {
        let value = try value(of: wrapped)
        try scanner.require(")")
        return .some(value)
      }
      scanner.move(to: start)
    }
    // An error in the value is reported for the optional, because `nil` would be valid, too.
    do {
      return .some(try value(of: wrapped))
    } catch {
      throw error.widened(from: types.text(of: wrapped), to: types.text(of: type))
    }
  }
}

extension ActionTextError {
  /// Returns the error with a type that also has the value `nil`.
  fileprivate func widened(from wrapped: String, to type: String) -> Self {
    guard case .unexpectedValue(let location, wrapped, let hint, let found, let column) = self
    else {
      return self
    }
    return .unexpectedValue(
      location: location, type: type, hint: "\(hint) or nil", found: found, column: column)
  }
}

extension ValueParser {
  typealias Element = (value: RecordedValue, start: Int)

  mutating func list(
    of element: TypeReference, _ type: TypeReference
  ) throws(ActionTextError) -> [Element] {
    guard scanner.take("[") else { throw unexpected(type) }
    var elements: [Element] = []
    while !scanner.take("]") {
      if !elements.isEmpty {
        try scanner.requireComma(before: "]")
        if scanner.take("]") { break }
      }
      scanner.skipSpaces()
      let start = scanner.position
      elements.append((try value(of: element), start))
    }
    return elements
  }

  mutating func set(
    of element: TypeReference, _ type: TypeReference
  ) throws(ActionTextError) -> [RecordedValue] {
    let elements = try list(of: element, type)
    return try inOrder(elements, key: \.value, of: element, start: \.start).map(\.value)
  }

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
        try scanner.requireComma(before: "]")
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

  /// Sorts elements by their encoded keys. Throws on duplicate keys.
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
        location: location, found: ValueText(schema: schema).text(of: key(one.item), as: type),
        column: max(start(one.item), start(other.item)) + 1)
    }
    return keyed.map(\.item)
  }
}
