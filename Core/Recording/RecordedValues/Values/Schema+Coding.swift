package import RecordCoding

// Conversions between a value of the app, the same value without its type, and its bytes.
extension Schema {
  /// Returns the bytes that the value's type would write.
  package func bytes(of value: RecordedValue, as type: TypeReference) -> [UInt8] {
    var encoder = RecordEncoder()
    encoder.encode(value, as: type, in: self)
    return encoder.bytes
  }

  package func value(of value: some Recordable, as type: TypeReference) -> RecordedValue? {
    var encoder = RecordEncoder()
    encoder.encode(value)
    guard !encoder.hasFailed else { return nil }
    var decoder = RecordDecoder(encoder.bytes)
    return try? decoder.decodeValue(of: type, in: self)
  }

  package func typed<Value: Recordable>(
    _ value: RecordedValue, as type: TypeReference, _: Value.Type = Value.self
  ) throws(RecordDecodingError) -> Value {
    var decoder = RecordDecoder(bytes(of: value, as: type))
    // The type is explicit, because the context could also infer an optional.
    return try decoder.decode(Value.self)
  }
}
