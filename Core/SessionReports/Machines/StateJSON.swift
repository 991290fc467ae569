import Foundation
package import RecordCoding
package import RecordSchema

/// A value of a log as JSON that is easy to use: structures are objects with the names of fields.
///
/// An enumeration's case is its name, or an object of the name and the associated values. A
/// dictionary is an object if its keys are text, and a list of pairs otherwise. Numbers that JSON
/// does not have are text, data is Base64, dates are seconds since 2001.
package indirect enum StateJSON: Encodable, Sendable {
  case null
  case bool(Bool)
  case signed(Int64)
  case unsigned(UInt64)
  case double(Double)
  case text(String)
  case list([StateJSON])
  case object([(String, StateJSON)])

  /// Translates a value of a type.
  package init(_ value: RecordedValue, as type: TypeReference, in schema: Schema) {
    func nested(_ value: RecordedValue, _ type: TypeReference) -> StateJSON {
      StateJSON(value, as: type, in: schema)
    }
    self =
      switch schema.parts(of: value, as: type) {
      case .some(let value, let wrapped): nested(value, wrapped)
      case .elements(let values, let element, _): .list(values.map { nested($0, element) })
      case .pairs(let pairs, .string, let element):
        .object(
          pairs.map { pair in
            guard case .string(let key) = pair.key else { return ("", .null) }
            return (key, nested(pair.value, element))
          })
      case .pairs(let pairs, let key, let element):
        .list(pairs.map { .list([nested($0.key, key), nested($0.value, element)]) })
      case .fields(let values, let fields, _): Self.fields(values, fields, in: schema)
      case .payload(let values, let element, _):
        values.isEmpty
          ? .text(element.name)
          : .object([(element.name, Self.payload(values, element.payload, in: schema))])
      case .leaf(let value): Self.primitive(value)
      case .none: .null
      }
  }

  private static func fields(
    _ values: [RecordedValue], _ fields: [RecordField], in schema: Schema
  ) -> StateJSON {
    .object(
      zip(fields, values).enumerated().map { index, pair in
        (pair.0.name ?? "\(index)", StateJSON(pair.1, as: pair.0.type, in: schema))
      })
  }

  /// A single value without a label stands for itself.
  private static func payload(
    _ values: [RecordedValue], _ fields: [RecordField], in schema: Schema
  ) -> StateJSON {
    if values.count == 1, fields.count == 1, fields[0].name == nil {
      return StateJSON(values[0], as: fields[0].type, in: schema)
    }
    return self.fields(values, fields, in: schema)
  }

  private static func primitive(_ value: RecordedValue) -> StateJSON {
    switch value {
    case .bool(let value): .bool(value)
    case .signed(let value): .signed(value)
    case .unsigned(let value): .unsigned(value)
    case .float(let bits): number(Double(Float(bitPattern: bits)))
    case .double(let bits), .date(let bits): number(Double(bitPattern: bits))
    case .string(let text), .url(let text), .json(let text): .text(text)
    case .data(let bytes): .text(Data(bytes).base64EncodedString())
    case .uuid(let uuid): .text(uuid.uuidString)
    case .none, .some, .sequence, .dictionary, .product, .enumeration: .null
    }
  }

  private static func number(_ value: Double) -> StateJSON {
    value.isFinite ? .double(value) : .text("\(value)")
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .list(let values):
      var container = encoder.unkeyedContainer()
      for value in values { try container.encode(value) }
    case .object(let fields):
      var container = encoder.container(keyedBy: Key.self)
      for (name, value) in fields { try container.encode(value, forKey: Key(stringValue: name)) }
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .bool(let value): try value.encode(to: encoder)
    case .signed(let value): try value.encode(to: encoder)
    case .unsigned(let value): try value.encode(to: encoder)
    case .double(let value): try value.encode(to: encoder)
    case .text(let value): try value.encode(to: encoder)
    }
  }
}
