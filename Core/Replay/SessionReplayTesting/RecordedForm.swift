import RecordedValues
import RecordCoding

/// Functions that parse values from the text that logs print. Tests use them where source code
/// cannot create a value.
enum RecordedForm {
  static func value<Value: Recordable>(_ text: String, as type: Value.Type) throws -> Value {
    let builder = SchemaBuilder()
    let reference = builder.reference(to: Value.self)
    let value = try ActionText.parseValue(text, as: reference, in: builder.schema)
    return try decode(value, as: reference, in: builder.schema)
  }

  static func set<Value: Recordable>(
    _ field: String, of root: inout Value, to text: String
  ) throws {
    let builder = SchemaBuilder()
    let reference = builder.reference(to: Value.self)
    let schema = builder.schema
    var encoder = RecordEncoder()
    encoder.encode(root)
    var decoder = RecordDecoder(encoder.bytes)
    let value = try decoder.decodeValue(of: reference, in: schema)
    guard case .fields(var values, let fields, _) = schema.parts(of: value, as: reference),
      let index = fields.firstIndex(where: { $0.name == field })
    else { throw RecordedFormError.noField(field, type: "\(Value.self)") }
    values[index] = try ActionText.parseValue(text, as: fields[index].type, in: schema)
    root = try decode(.product(values), as: reference, in: schema)
  }

  private static func decode<Value: Recordable>(
    _ value: RecordedValue, as reference: TypeReference, in schema: Schema
  ) throws -> Value {
    try schema.typed(value, as: reference)
  }
}

enum RecordedFormError: Error {
  case noField(String, type: String)
}

extension RecordedFormError: CustomStringConvertible {
  var description: String {
    switch self {
    case .noField(let name, let type): "'\(type)' has no recorded field '\(name)'"
    }
  }
}
