extension StructureDescription {
  /// Says that a field had another name in older logs.
  public func field(_ name: String, formerly oldName: String) {
    history.formerNames[name, default: []].append(oldName)
  }

  /// Says from what a field is made if an older log has something else in its place.
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
  /// Says that a case had another name in older logs.
  public func `case`(_ name: String, formerly oldName: String) {
    history.formerNames[name, default: []].append(oldName)
  }

  /// Gives the associated value that a case has if an older log does not hold it.
  public func `case`<Value: Recordable>(
    _ name: String, valueAt place: Int, _ type: Value.Type,
    initially value: @autoclosure @escaping () -> Value
  ) {
    history.initialPayloads[name, default: [:]][place] = TypeHistory.initial(value)
  }
}
