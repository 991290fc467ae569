/// What a type says of its earlier forms, so that older logs can be read: by names of today.
package struct TypeHistory {
  /// A value that an older log does not hold, as it is recorded; made only when it is needed.
  typealias Initial = () -> RecordEncoder

  /// The names that a field or a case had before.
  var formerNames: [String: [String]] = [:]
  /// The values of fields that were added.
  var initialValues: [String: Initial] = [:]
  /// The values of associated values that were added, by case and place.
  var initialPayloads: [String: [Int: Initial]] = [:]
  /// How fields are made from what they were before.
  var conversions: [String: [FieldConversion]] = [:]

  /// Notes the value of what an older log does not hold.
  static func initial<Value: Recordable>(_ value: @escaping () -> Value) -> Initial {
    {
      var encoder = RecordEncoder()
      encoder.encode(value())
      return encoder
    }
  }
}

/// How a field is made from an older field of another type.
struct FieldConversion {
  /// The name of the older field.
  let oldName: String
  /// Describes the type that the conversion takes.
  let describe: (SchemaBuilder) -> TypeReference
  /// Reads a value of that type, and writes the field's value.
  let convert: (inout RecordDecoder) throws(RecordDecodingError) -> RecordEncoder
}
