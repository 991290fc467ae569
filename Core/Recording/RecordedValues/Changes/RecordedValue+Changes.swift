import Foundation
package import RecordCoding

extension RecordedValue {
  /// Applies a recorded change in place. An error leaves a valid value, with part of it applied.
  package mutating func apply(
    change decoder: inout RecordDecoder, as type: TypeReference, in schema: Schema
  ) throws(RecordDecodingError) {
    var memory = ValueMemory(limit: .max)
    try apply(change: &decoder, as: type, in: schema, memory: &memory)
  }

  /// Applies a change whose new values must fit the remaining memory.
  package mutating func apply(
    change decoder: inout RecordDecoder, as type: TypeReference, in schema: Schema,
    memory: inout ValueMemory
  ) throws(RecordDecodingError) {
    var visitor = IgnoredParts()
    try apply(change: &decoder, as: type, in: schema, memory: &memory, &visitor)
  }

  mutating func apply(
    change decoder: inout RecordDecoder, as type: TypeReference, in schema: Schema,
    memory: inout ValueMemory, _ visitor: inout some ChangeVisitor
  ) throws(RecordDecodingError) {
    var context = ValueContext(schema: schema, for: decoder, memory: memory)
    defer { memory = context.memory }
    try apply(from: &decoder, as: type, in: &context, &visitor)
  }

  /// Applies the change of this value, which is a part of an enclosing value.
  @inline(__always)
  mutating func applyPart(
    _ part: ChangedPart, from decoder: inout RecordDecoder, as type: TypeReference,
    in context: inout ValueContext, _ visitor: inout some ChangeVisitor
  ) throws(RecordDecodingError) {
    if try visitor.enter(part, self, before: decoder) {
      try apply(from: &decoder, as: type, in: &context, &visitor)
      visitor.leave(part)
    } else {
      var ignored = IgnoredParts()
      try apply(from: &decoder, as: type, in: &context, &ignored)
      visitor.pass(part, self)
    }
  }

  private mutating func apply(
    from decoder: inout RecordDecoder, as type: TypeReference, in context: inout ValueContext,
    _ visitor: inout some ChangeVisitor
  ) throws(RecordDecodingError) {
    try decoder.enter()
    switch type {
    case .optional(let wrapped):
      try applyOptional(from: &decoder, as: wrapped, in: &context, &visitor)
    case .list(let kind, let element) where kind.isOrdered:
      try applySequence(from: &decoder, of: element, as: type, in: &context, &visitor)
    case .list(_, let element):
      try applySet(from: &decoder, as: element, in: &context, &visitor)
    case .dictionary(let key, let value):
      try applyDictionary(from: &decoder, key: key, value: value, in: &context, &visitor)
    case .tuple(let fields):
      try applyProduct(from: &decoder, as: fields, in: &context, &visitor)
    case .named(let index):
      switch try context.kind(at: index, offset: decoder.position) {
      case .structure(let fields):
        try applyProduct(from: &decoder, as: fields, in: &context, &visitor)
      case .enumeration(let cases):
        try applyEnumeration(from: &decoder, as: cases, of: type, in: &context, &visitor)
      }
    default:
      let old = self
      try applyPrimitive(from: &decoder, as: type)
      visitor.visit(.replaced(old: old, new: self, type))
      try context.countMove(of: textLength, at: decoder.position)
    }
    decoder.leave()
  }

  private mutating func applyPrimitive(
    from decoder: inout RecordDecoder, as type: TypeReference
  ) throws(RecordDecodingError) {
    switch (type, self) {
    case (.bool, .bool(let old)):
      self = .bool(!old)
    case (.signed(let bits), .signed(let old)):
      let new = old &+ (try decoder.zigzag())
      guard new.fits(bits: bits) else { throw decoder.doesNotFit("\(new) does not fit Int\(bits)") }
      self = .signed(new)
    case (.unsigned(let bits), .unsigned(let old)):
      let new = old &+ UInt64(bitPattern: try decoder.zigzag())
      guard new.fits(bits: bits) else {
        throw decoder.doesNotFit("\(new) does not fit UInt\(bits)")
      }
      self = .unsigned(new)
    case (.string, .string(let old)):
      self = .string(try decoder.splice(into: old))
    case (.url, .url(let old)):
      self = .url(try decoder.splice(into: old))
    case (.json, .json(let old)):
      self = .json(try decoder.splice(into: old))
    case (.data, .data(let old)):
      self = .data(try decoder.splice(into: old))
    case (.float, .float), (.double, .double), (.date, .date), (.uuid, .uuid):
      self = try decoder.decodePrimitive(of: type)
    default:
      throw decoder.typeMismatch(type)
    }
  }

  /// The number of bytes that a change of text or data copies: the whole length.
  private var textLength: Int {
    switch self {
    case .string(let text), .url(let text), .json(let text): text.utf8.count
    case .data(let bytes): bytes.count
    default: 0
    }
  }

  private mutating func applyOptional(
    from decoder: inout RecordDecoder, as wrapped: TypeReference, in context: inout ValueContext,
    _ visitor: inout some ChangeVisitor
  ) throws(RecordDecodingError) {
    switch (try decoder.tag(below: 3), self) {
    case (0, .some(let value)):
      self = .none
      visitor.visit(.replaced(old: .some(value), new: .none, .optional(wrapped)))
    case (1, .none):
      self = .some(try decoder.decodeValue(of: wrapped, in: &context))
      visitor.visit(.replaced(old: .none, new: self, .optional(wrapped)))
    case (2, .some(var value)):
      self = .none
      defer { self = .some(value) }
      try value.applyPart(.wrapped(wrapped), from: &decoder, as: wrapped, in: &context, &visitor)
    case (0, .none), (2, .none):
      throw decoder.doesNotFit("the optional has no value")
    case (1, .some):
      throw decoder.doesNotFit("the optional has a value already")
    default:
      throw decoder.typeMismatch(.optional(wrapped))
    }
  }

  private mutating func applyProduct(
    from decoder: inout RecordDecoder, as fields: [RecordField], in context: inout ValueContext,
    _ visitor: inout some ChangeVisitor
  ) throws(RecordDecodingError) {
    guard case .product(var values) = self, values.count == fields.count else {
      throw decoder.typeMismatch(.tuple(fields))
    }
    // Move the values out of `self` temporarily, to change them without a copy.
    self = .none
    defer { self = .product(values) }
    try values.applyFields(from: &decoder, as: fields, in: &context, &visitor)
  }

  private mutating func applyEnumeration(
    from decoder: inout RecordDecoder, as cases: [RecordCase], of type: TypeReference,
    in context: inout ValueContext, _ visitor: inout some ChangeVisitor
  ) throws(RecordDecodingError) {
    guard case .enumeration(let index, var payload) = self, cases.indices.contains(index),
      payload.count == cases[index].payload.count
    else { throw decoder.doesNotFit("the value is not of the enumeration") }
    let tag = try decoder.tag(below: cases.count + 1)
    guard tag == 0 else {
      let old = self
      let newFields = cases[tag - 1].payload
      self = .enumeration(
        case: tag - 1, payload: try decoder.decodeFields(newFields, in: &context))
      return visitor.visit(.replaced(old: old, new: self, type))
    }
    self = .none
    defer { self = .enumeration(case: index, payload: payload) }
    try payload.applyFields(
      from: &decoder, as: cases[index].payload, of: cases[index], in: &context, &visitor)
  }
}

extension [RecordedValue] {
  fileprivate mutating func applyFields(
    from decoder: inout RecordDecoder, as fields: [RecordField], of element: RecordCase? = nil,
    in context: inout ValueContext, _ visitor: inout some ChangeVisitor
  ) throws(RecordDecodingError) {
    let mask = try decoder.take((fields.count + 7) / 8)
    let spare = mask.count * 8 - fields.count
    if let last = mask.last, spare > 0, last >> (8 - UInt8(spare)) != 0 {
      throw decoder.doesNotFit("it changes more than \(fields.count) fields")
    }
    for (index, field) in fields.enumerated()
    where mask[mask.startIndex + index / 8] & 1 << UInt8(index % 8) != 0 {
      try self[index].applyPart(
        .field(index, of: fields, case: element?.name), from: &decoder, as: field.type,
        in: &context, &visitor)
    }
  }
}

extension RecordDecoder {
  func doesNotFit(_ description: String) -> RecordDecodingError {
    .changeDoesNotFit(description: description, offset: position)
  }

  func typeMismatch(_ type: TypeReference) -> RecordDecodingError {
    doesNotFit("the value is not of the type \(type)")
  }

  mutating func number(
    upTo limit: Int, of noun: String
  ) throws(RecordDecodingError) -> Int {
    let start = position
    let number = try varint(UInt64.self)
    guard number <= UInt64(limit) else {
      throw .changeDoesNotFit(
        description: "it names \(number) of \(limit) \(noun)", offset: start)
    }
    return Int(number)
  }

  /// Reads the lengths of the kept prefix and suffix, and the bytes between them.
  mutating func splice(into old: [UInt8]) throws(RecordDecodingError) -> [UInt8] {
    let count = old.count
    let prefix = try number(upTo: count, of: "bytes")
    let suffix = try number(upTo: count - prefix, of: "bytes")
    let middle = try counted()
    var new: [UInt8] = []
    new.reserveCapacity(prefix + middle.count + suffix)
    new.append(contentsOf: old.prefix(prefix))
    new.append(contentsOf: middle)
    new.append(contentsOf: old.suffix(suffix))
    return new
  }

  /// Reads a splice of the bytes of a text. The result must be valid UTF-8.
  mutating func splice(into old: String) throws(RecordDecodingError) -> String {
    // An array copies its parts at once instead of byte by byte.
    let bytes = try splice(into: Array(old.utf8))
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw doesNotFit("the text that it makes is not UTF-8")
    }
    return text
  }
}
