/// The declared history of a type, by current names, by which older logs are read.
package struct TypeHistory {
  /// A value that an older log does not hold, as it is recorded; made only when it is needed.
  package typealias Initial = () -> RecordEncoder

  /// The names that a field or a case had before.
  package var formerNames: [String: [String]] = [:]
  /// The values of fields that were added.
  package var initialValues: [String: Initial] = [:]
  /// The values of associated values that were added, by case and index.
  package var initialPayloads: [String: [Int: Initial]] = [:]
  /// The conversions of fields from earlier types.
  package var conversions: [String: [FieldConversion]] = [:]

  /// Creates the history of a type that was always as it is.
  package init() {}

  /// Notes the initial value of a field that older logs do not have.
  static func initial<Value: Recordable>(_ value: @escaping () -> Value) -> Initial {
    {
      var encoder = RecordEncoder()
      encoder.encode(value())
      return encoder
    }
  }
}

/// How a field is made from an older field of another type.
package struct FieldConversion {
  /// The name of the older field.
  package let oldName: String
  /// Describes the type that the conversion takes.
  package let describe: (SchemaBuilder) -> TypeReference
  /// Reads a value of that type, and writes the field's value.
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

  /// Gives the value that a field has if an older log does not hold it.
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

  /// Gives the associated value that a case has if an older log does not hold it.
  public func `case`<Value: Recordable>(
    _ name: String, valueAt index: Int, _ type: Value.Type,
    initially value: @autoclosure @escaping () -> Value
  ) {
    history.initialPayloads[name, default: [:]][index] = TypeHistory.initial(value)
  }
}
