import Foundation
package import RecordCoding

extension RecordEncoder {
  /// Writes the bytes that the value's type would write. Fails if the value does not have the type.
  package mutating func encode(
    _ value: RecordedValue, as type: TypeReference, in schema: Schema
  ) {
    encode(value, as: type, in: schema, depth: 0)
  }

  private mutating func encode(
    _ value: RecordedValue, as type: TypeReference, in schema: Schema, depth: Int
  ) {
    guard depth < Self.maximumDepth else {
      return fail(.tooDeep(type: "\(type)", limit: Self.maximumDepth))
    }
    switch (type, value) {
    case (.optional, .none):
      append(byte: 0)
    case (.optional(let wrapped), .some(let value)):
      append(byte: 1)
      encode(value, as: wrapped, in: schema, depth: depth + 1)
    case (.list(let kind, let element), .sequence(let values)) where kind.isOrdered:
      append(count: values.count)
      for value in values { encode(value, as: element, in: schema, depth: depth + 1) }
    case (.list(_, let element), .sequence(let values)):
      appendInOrder(values) { encoder, value in
        encoder.encode(value, as: element, in: schema, depth: depth + 1)
      } rest: { _, _ in
      }
    case (.dictionary(let keyType, let valueType), .dictionary(let pairs)):
      appendInOrder(pairs) { encoder, pair in
        encoder.encode(pair.key, as: keyType, in: schema, depth: depth + 1)
      } rest: { encoder, pair in
        encoder.encode(pair.value, as: valueType, in: schema, depth: depth + 1)
      }
    case (.tuple(let fields), .product(let values)):
      encode(product: values, as: fields, in: schema, depth: depth)
    case (.named, _):
      encode(named: value, as: type, in: schema, depth: depth)
    default:
      encode(primitive: value, as: type)
    }
  }

  private mutating func encode(
    named value: RecordedValue, as type: TypeReference, in schema: Schema, depth: Int
  ) {
    switch (schema.definition(of: type)?.kind, value) {
    case (.structure(let fields), .product(let values)):
      encode(product: values, as: fields, in: schema, depth: depth)
    case (.enumeration(let cases), .enumeration(let index, let payload)):
      guard cases.indices.contains(index), cases[index].payload.count == payload.count else {
        return failToFit(value, type)
      }
      append(count: index)
      for (field, value) in zip(cases[index].payload, payload) {
        encode(value, as: field.type, in: schema, depth: depth + 1)
      }
    default:
      failToFit(value, type)
    }
  }

  private mutating func encode(
    product values: [RecordedValue], as fields: [RecordField], in schema: Schema, depth: Int
  ) {
    guard fields.count == values.count else { return failToFit(.product(values), .tuple(fields)) }
    if fields.isEmpty { appendUnit() }
    for (field, value) in zip(fields, values) {
      encode(value, as: field.type, in: schema, depth: depth + 1)
    }
  }

  private mutating func encode(primitive value: RecordedValue, as type: TypeReference) {
    switch (type, value) {
    case (.bool, .bool(let value)): append(byte: value ? 1 : 0)
    case (.signed(let bits), .signed(let value)) where value.fits(bits: bits):
      append(zigzag: value)
    case (.unsigned(let bits), .unsigned(let value)) where value.fits(bits: bits):
      append(varint: value)
    case (.float, .float(let bits)): append(fixed: bits)
    case (.double, .double(let bits)), (.date, .date(let bits)): append(fixed: bits)
    case (.string, .string(let text)), (.url, .url(let text)), (.json, .json(let text)):
      append(counted: text.utf8)
    case (.data, .data(let content)): append(counted: content)
    case (.uuid, .uuid(let value)): value.record(into: &self)
    default: failToFit(value, type)
    }
  }

  private mutating func appendInOrder<Element>(
    _ elements: [Element], key: (inout RecordEncoder, Element) -> Void,
    rest: (inout RecordEncoder, Element) -> Void
  ) {
    append(count: elements.count)
    var keyed: [(key: [UInt8], element: Element)] = []
    keyed.reserveCapacity(elements.count)
    for element in elements {
      var encoder = RecordEncoder()
      key(&encoder, element)
      if let failure = encoder.failure { fail(failure) }
      keyed.append((encoder.bytes, element))
    }
    keyed.sort { $0.key.lexicographicallyPrecedes($1.key) }
    for (key, element) in keyed {
      append(contentsOf: key)
      rest(&self, element)
    }
  }

  private mutating func failToFit(_ value: RecordedValue, _ type: TypeReference) {
    fail(.notEncodable(type: "\(type)", description: "the value \(value) is not of the type"))
  }
}
