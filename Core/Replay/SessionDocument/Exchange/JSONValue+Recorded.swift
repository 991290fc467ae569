import Foundation
package import RecordCoding
package import RecordedValues

enum JSONForm {
  /// A form that can be read back bit for bit, described in `Documentation/Reference/Exporting.md`,
  /// "Values".
  case exact
  /// A form with transparent optionals, plain numbers and sorted keys, which is easy to use.
  case plain
}

extension JSONValue {
  /// Creates the JSON form of a value of a type.
  ///
  /// A structure becomes an object with its field names as keys. A case becomes its name, or an
  /// object with the name as its key and the associated values as its value. A dictionary becomes
  /// an object if its keys are strings, and a list of pairs otherwise. Data becomes Base64, and a
  /// date becomes its number of seconds since 2001.
  init(
    _ value: RecordedValue, as type: TypeReference, in schema: Schema, form: JSONForm = .exact
  ) {
    func nested(_ value: RecordedValue, _ type: TypeReference) -> JSONValue {
      JSONValue(value, as: type, in: schema, form: form)
    }
    func object(_ values: [RecordedValue], _ fields: [RecordField]) -> JSONValue {
      let fields = zip(fields, values).enumerated().map { index, pair in
        (key: pair.0.name ?? "\(index)", value: nested(pair.1, pair.0.type))
      }
      return .object(form.ordered(fields))
    }

    switch schema.parts(of: value, as: type) {
    case .none: self = .null
    // A list for each level keeps nested optionals distinct.
    case .some(let value, as: .optional(let wrapped)) where form == .exact:
      self = .list([nested(value, .optional(wrapped))])
    case .some(let value, let wrapped): self = nested(value, wrapped)
    case .elements(let values, let element, _): self = .list(values.map { nested($0, element) })
    case .pairs(let pairs, .string, let element):
      let fields = pairs.map { pair in
        guard case .string(let key) = pair.key else { return (key: "", value: JSONValue.null) }
        return (key: key, value: nested(pair.value, element))
      }
      self = .object(form.ordered(fields))
    case .pairs(let pairs, let key, let element):
      self = .list(pairs.map { .list([nested($0.key, key), nested($0.value, element)]) })
    case .fields(let values, let fields, _): self = object(values, fields)
    case .payload(let values, let element, _):
      guard !values.isEmpty else {
        self = .string(element.name)
        return
      }
      let payload =
        element.payload.isAlone
        ? nested(values[0], element.payload[0].type) : object(values, element.payload)
      self = .object([(element.name, payload)])
    case .leaf(let value): self.init(leaf: value, form: form)
    }
  }

  private init(leaf value: RecordedValue, form: JSONForm) {
    self =
      switch (value, form) {
      case (.bool(let value), _): .bool(value)
      case (.signed(let value), .exact): JSONValue(exact: value)
      case (.signed(let value), .plain): .number("\(value)")
      case (.unsigned(let value), .exact): JSONValue(exact: value)
      case (.unsigned(let value), .plain): .number("\(value)")
      case (.float(let bits), .exact): JSONValue(exact: Float(bitPattern: bits))
      case (.float(let bits), .plain): JSONValue(plain: Double(Float(bitPattern: bits)))
      case (.double(let bits), .exact), (.date(let bits), .exact):
        JSONValue(exact: Double(bitPattern: bits))
      case (.double(let bits), .plain), (.date(let bits), .plain):
        JSONValue(plain: Double(bitPattern: bits))
      case (.string(let text), _), (.url(let text), _), (.json(let text), _): .string(text)
      case (.data(let bytes), _): .string(Data(bytes).base64EncodedString())
      case (.uuid(let uuid), _): .string(uuid.uuidString)
      // A value that doesn't match its type has no form. A readable log contains no such value.
      case (.none, _), (.some, _), (.sequence, _), (.dictionary, _), (.product, _),
        (.enumeration, _):
        .null
      }
  }

  /// Creates a number. Creates a string if the number does not fit into a `Double`, which many
  /// parsers use.
  init(exact value: some BinaryInteger) {
    self = value.magnitude <= 1 << 53 ? .number("\(value)") : .string("\(value)")
  }

  /// Creates a number, or a string: `inf`, `-inf`, `nan`, or `nan:` and the bits of an unusual NaN.
  private init<Number: BinaryFloatingPoint & CustomStringConvertible>(exact value: Number) {
    guard value.isNaN else {
      self = value.isFinite ? .number("\(value)") : .string(value < 0 ? "-inf" : "inf")
      return
    }
    let unusualBits: UInt64? =
      switch value {
      case let value as Float where value.bitPattern != Float.nan.bitPattern:
        UInt64(value.bitPattern)
      case let value as Double where value.bitPattern != Double.nan.bitPattern: value.bitPattern
      default: nil
      }
    self = .string(unusualBits.map { "nan:" + String($0, radix: 16) } ?? "nan")
  }

  private init(plain value: Double) {
    let text = "\(value)"
    self =
      value.isFinite
      ? .number(text.hasSuffix(".0") ? String(text.dropLast(2)) : text) : .string(text)
  }
}

extension JSONForm {
  /// Returns the fields of an object. In the plain form they have the order of their bytes, and
  /// keys that are equal strings are one field, as if `JSONEncoder` encoded a dictionary.
  fileprivate func ordered(
    _ fields: [(key: String, value: JSONValue)]
  ) -> [(key: String, value: JSONValue)] {
    guard self == .plain else { return fields }
    var values: [String: JSONValue] = [:]
    for field in fields { values[field.key] = field.value }
    return values.map { ($0.key, $0.value) }
      .sorted { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }
  }
}

extension JSONLineWriter {
  mutating func value(_ value: RecordedValue, as type: TypeReference, in schema: Schema) {
    self.value(JSONValue(value, as: type, in: schema))
  }
}

extension [RecordField] {
  /// Whether a payload is a single unlabeled value, which needs no object around it.
  var isAlone: Bool { count == 1 && self[0].name == nil }
}

extension JSONText {
  /// Returns a line with the state after a step, in the plain form.
  package static func line(
    state: RecordedValue, as type: TypeReference, in schema: Schema, after step: UInt64
  ) -> String {
    var writer = JSONLineWriter()
    writer.object {
      $0.key("state")
      $0.value(JSONValue(state, as: type, in: schema, form: .plain))
      $0.key("step")
      $0.literal("\(step)")
    }
    return writer.line
  }
}
