package import DependencyInjection
package import RecordCoding

/// The conversion of recorded shared values whose types have changed since.
package struct SharedValueReading: Sendable {
  /// Converts the bytes of a key's value to the current type. Returns `nil` and reports the value
  /// if it cannot be converted.
  package let convert:
    @Sendable (_ value: DescribedValue, _ type: any Recordable.Type, _ key: String) -> [UInt8]?

  package init(
    convert:
      @escaping @Sendable (
        _ value: DescribedValue, _ type: any Recordable.Type, _ key: String
      ) -> [UInt8]?
  ) {
    self.convert = convert
  }
}

private enum SharedValueReadingKey: DependencyKey {
  static let liveValue: SharedValueReading? = nil
  static let testValue: SharedValueReading? = nil
}

extension DependencyValues {
  /// The conversion of a replay; `nil` if only values of unchanged types can be read.
  package var sharedValueReading: SharedValueReading? {
    get { self[SharedValueReadingKey.self] }
    set { self[SharedValueReadingKey.self] = newValue }
  }
}

extension DescribedValue {
  /// Reads the value as the current type. Returns `nil` if it cannot be converted.
  ///
  /// `key` is the name of the key that gets the value, by default the key in the recording.
  func read<Value: Recordable>(
    as type: Value.Type, of key: String? = nil, sharing objects: DecodedObjects = DecodedObjects()
  ) -> Value? {
    if hasDescription(of: type) { return value(as: type, sharing: objects) }
    let reading = DependencyValues.current.overriding(SharedValueReadingKey.self) ?? nil
    guard let reading else { return description.isEmpty ? value(as: type) : nil }
    guard let bytes = reading.convert(self, type, key ?? self.key),
      let converted = Value(decoding: bytes)
    else { return nil }
    var decoder = RecordDecoder(bytes)
    decoder.supplement = KeyframeSupplement(
      ofPartsIn: supplement, for: converted, objects: objects)
    return try? decoder.decode(Value.self)
  }
}
