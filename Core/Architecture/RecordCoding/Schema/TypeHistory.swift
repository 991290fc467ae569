/// The declared history of a type, by current names, which is used to read older logs.
package struct TypeHistory {
  /// The recorded form of a value that an older log lacks. Created only when it is needed.
  package typealias Initial = () -> RecordEncoder

  package var formerNames: [String: [String]] = [:]
  package var initialValues: [String: Initial] = [:]
  /// The values of added associated values, by case and index.
  package var initialPayloads: [String: [Int: Initial]] = [:]
  package var conversions: [String: [FieldConversion]] = [:]

  package init() {}

  static func initial<Value: Recordable>(_ value: @escaping () -> Value) -> Initial {
    {
      var encoder = RecordEncoder()
      encoder.encode(value())
      return encoder
    }
  }
}

/// A conversion of an older field to the type of the current one.
package struct FieldConversion {
  package let oldName: String
  package let describe: (SchemaBuilder) -> TypeReference
  /// Reads a value of that type, and writes the converted value.
  package let convert: (inout RecordDecoder) throws(RecordDecodingError) -> RecordEncoder
}

extension StructureDescription {
  /// Declares an earlier name of a field.
  public func field(_ name: String, formerly oldName: String) {
    history.formerNames[name, default: []].append(oldName)
  }

  /// Declares a conversion of a field from an earlier one.
  public func field<Old: Recordable, Value: Recordable>(
    _ name: String, _ path: KeyPath<Root, Value>, formerly oldName: String,
    converting convert: @escaping (Old) -> Value
  ) {
    history.conversions[name, default: []].append(
      FieldConversion(
        oldName: oldName, describe: { $0.reference(to: Old.self) },
        convert: { (decoder) throws(RecordDecodingError) in
          var encoder = RecordEncoder()
          encoder.encode(convert(try decoder.decode(Old.self)))
          return encoder
        }))
  }

  /// Declares the value of a field that an older log lacks.
  public func field<Value: Recordable>(
    _ name: String, _ path: KeyPath<Root, Value>,
    initially value: @autoclosure @escaping () -> Value
  ) {
    history.initialValues[name] = TypeHistory.initial(value)
  }
}

extension EnumerationDescription {
  /// Declares an earlier name of a case.
  public func `case`(_ name: String, formerly oldName: String) {
    history.formerNames[name, default: []].append(oldName)
  }

  /// Declares the value of an associated value that an older log lacks.
  public func `case`<Value: Recordable>(
    _ name: String, valueAt index: Int, _ type: Value.Type,
    initially value: @autoclosure @escaping () -> Value
  ) {
    history.initialPayloads[name, default: [:]][index] = TypeHistory.initial(value)
  }
}
