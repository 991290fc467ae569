package import RecordCoding

// The ways between a value of the app, the same value without its type, and its bytes.
extension Schema {
  /// Returns the bytes of a value of one of the schema's types.
  package func bytes(of value: RecordedValue, as type: TypeReference) -> [UInt8] {
    var encoder = RecordEncoder()
    encoder.encode(value, as: type, in: self)
    return encoder.bytes
  }

  /// Returns a value as it can be read without its type; `nil` for one that cannot be recorded.
  package func value(of value: some Recordable, as type: TypeReference) -> RecordedValue? {
    var encoder = RecordEncoder()
    encoder.encode(value)
    guard !encoder.hasFailed else { return nil }
    var decoder = RecordDecoder(encoder.bytes)
    return try? decoder.decodeValue(of: type, in: self)
  }

  /// Returns a value as one of the app; throws if it cannot be one.
  package func typed<Value: Recordable>(
    _ value: RecordedValue, as type: TypeReference, _: Value.Type = Value.self
  ) throws(RecordDecodingError) -> Value {
    var decoder = RecordDecoder(bytes(of: value, as: type))
    // Its type is said, because an optional value could be read as well.
    return try decoder.decode(Value.self)
  }
}
