import Foundation
package import RecordCoding

extension RecordDecoder {
  package mutating func decodeValue(
    of type: TypeReference, in schema: Schema
  ) throws(RecordDecodingError) -> RecordedValue {
    var memory = ValueMemory(limit: .max)
    return try decodeValue(of: type, in: schema, memory: &memory)
  }

  /// Reads a value using only its schema. The value must fit the remaining memory.
  package mutating func decodeValue(
    of type: TypeReference, in schema: Schema, memory: inout ValueMemory
  ) throws(RecordDecodingError) -> RecordedValue {
    var context = ValueContext(schema: schema, for: self, memory: memory)
    defer { memory = context.memory }
    return try decodeValue(of: type, in: &context)
  }

  mutating func decodeValue(
    of type: TypeReference, in context: inout ValueContext
  ) throws(RecordDecodingError) -> RecordedValue {
    try context.countValue(at: position)
    try enter()
    let value: RecordedValue
    switch type {
    case .optional(let wrapped):
      let count = try tag(below: 2)
      try context.countContainer(of: count, at: position)
      value = count == 0 ? .none : .some(try decodeValue(of: wrapped, in: &context))
    case .list(let kind, let element) where kind.isOrdered:
      let count = try count()
      try context.countContainer(of: count, at: position)
      var elements: [RecordedValue] = []
      // The memory has been checked. A growing array temporarily takes twice as much.
      elements.reserveCapacity(count)
      for _ in 0..<count { elements.append(try decodeValue(of: element, in: &context)) }
      value = .sequence(elements)
    case .list(_, let element):
      value = .sequence(try decodeSet(of: element, in: &context))
    case .dictionary(let key, let element):
      value = .dictionary(try decodePairs(of: key, and: element, in: &context))
    case .tuple(let fields):
      value = .product(try decodeProduct(of: fields, in: &context))
    case .named(let index):
      switch try context.kind(at: index, offset: position) {
      case .structure(let fields):
        value = .product(try decodeProduct(of: fields, in: &context))
      case .enumeration(let cases):
        let index = try tag(below: cases.count)
        value = .enumeration(
          case: index, payload: try decodeFields(cases[index].payload, in: &context))
      }
    default:
      value = try decodePrimitive(of: type)
    }
    leave()
    return value
  }

  /// Reads the values of fields. An empty list of fields takes no bytes.
  mutating func decodeFields(
    _ fields: [RecordField], in context: inout ValueContext
  ) throws(RecordDecodingError) -> [RecordedValue] {
    try context.countContainer(of: fields.count, at: position)
    var values: [RecordedValue] = []
    values.reserveCapacity(fields.count)
    for field in fields { values.append(try decodeValue(of: field.type, in: &context)) }
    return values
  }

  /// Reads a value, and returns it with its bytes.
  mutating func decodeKey(
    of type: TypeReference, in context: inout ValueContext
  ) throws(RecordDecodingError) -> (key: RecordedValue, bytes: ArraySlice<UInt8>) {
    let start = position
    let key = try decodeValue(of: type, in: &context)
    let count = position - start
    position = start
    return (key, try take(count))
  }

  private mutating func decodeProduct(
    of fields: [RecordField], in context: inout ValueContext
  ) throws(RecordDecodingError) -> [RecordedValue] {
    if fields.isEmpty { try unit() }
    return try decodeFields(fields, in: &context)
  }

  private mutating func decodeSet(
    of type: TypeReference, in context: inout ValueContext
  ) throws(RecordDecodingError) -> [RecordedValue] {
    let count = try count()
    try context.countContainer(of: count, at: position)
    var elements: [RecordedValue] = []
    elements.reserveCapacity(count)
    var order = KeyOrder()
    for _ in 0..<count {
      let start = position
      let (element, bytes) = try decodeKey(of: type, in: &context)
      guard order.isNext(bytes) else { throw Self.unordered("Set", at: start) }
      elements.append(element)
    }
    return elements
  }

  private mutating func decodePairs(
    of keyType: TypeReference, and valueType: TypeReference, in context: inout ValueContext
  ) throws(RecordDecodingError) -> [RecordedPair] {
    let count = try count()
    try context.countContainer(of: count, at: position)
    var pairs: [RecordedPair] = []
    pairs.reserveCapacity(count)
    var order = KeyOrder()
    for _ in 0..<count {
      let start = position
      let (key, bytes) = try decodeKey(of: keyType, in: &context)
      guard order.isNext(bytes) else { throw Self.unordered("Dictionary", at: start) }
      pairs.append(RecordedPair(key: key, value: try decodeValue(of: valueType, in: &context)))
    }
    return pairs
  }

  private static func unordered(_ type: String, at offset: Int) -> RecordDecodingError {
    .invalidValue(
      type: type, description: "an element is duplicated or out of order", offset: offset)
  }
}

extension RecordDecoder {
  mutating func decodePrimitive(
    of type: TypeReference
  ) throws(RecordDecodingError) -> RecordedValue {
    let start = position
    switch type {
    case .bool:
      return .bool(try tag(below: 2) == 1)
    case .signed(let bits):
      let value = try zigzag()
      guard value.fits(bits: bits) else {
        throw .integerOutOfRange(type: "Int\(bits)", offset: start)
      }
      return .signed(value)
    case .unsigned(let bits):
      let value = try varint(UInt64.self)
      guard value.fits(bits: bits) else {
        throw .integerOutOfRange(type: "UInt\(bits)", offset: start)
      }
      return .unsigned(value)
    case .float: return .float(bits: try fixed())
    case .double: return .double(bits: try fixed())
    case .date: return .date(bits: try fixed())
    case .string: return .string(try text())
    case .url: return .url(try text())
    case .json: return .json(try text())
    case .data: return .data([UInt8](try counted()))
    case .uuid: return .uuid(try UUID(recorded: &self))
    case .optional, .list, .dictionary, .tuple, .named:
      throw .invalidValue(type: "primitive", description: "\(type)", offset: start)
    }
  }
}

extension Int64 {
  package func fits(bits: Int) -> Bool {
    let sign = self >> Int64(bits - 1)
    return bits >= 64 || sign == 0 || sign == -1
  }
}

extension UInt64 {
  package func fits(bits: Int) -> Bool {
    bits >= 64 || self >> UInt64(bits) == 0
  }
}
