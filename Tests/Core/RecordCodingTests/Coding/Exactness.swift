import RecordCoding
import RecordSchema
import Testing

/// Writes a value, which must not fail.
func recorded<Value: Recordable>(
  _ value: Value, sourceLocation: SourceLocation = #_sourceLocation
) -> [UInt8] {
  var encoder = RecordEncoder()
  encoder.encode(value)
  #expect(encoder.failure == nil, sourceLocation: sourceLocation)
  return encoder.bytes
}

/// Writes the change from one value to another, or returns `nil` if nothing has changed.
func recordedChange<Value: Recordable>(
  from old: Value, to new: Value, sourceLocation: SourceLocation = #_sourceLocation
) -> [UInt8]? {
  var encoder = RecordEncoder()
  // What was written before is left as it is.
  encoder.append(byte: 0xAA)
  let hasChanged = encoder.encodeChange(from: old, to: new)
  #expect(encoder.failure == nil, sourceLocation: sourceLocation)
  #expect(encoder.bytes.first == 0xAA, sourceLocation: sourceLocation)
  let bytes = Array(encoder.bytes.dropFirst())
  if !hasChanged { #expect(bytes == [], sourceLocation: sourceLocation) }
  return hasChanged ? bytes : nil
}

/// Reads a value that takes up all of the bytes.
func read<Value: Recordable>(
  _ type: Value.Type = Value.self, from bytes: [UInt8]
) throws -> Value {
  var decoder = RecordDecoder(bytes)
  let value = try decoder.decode(type)
  try #require(decoder.isAtEnd)
  return value
}

/// Checks that a value is read as the bytes that it was written as, and that no part of them is one.
func expectWhole<Value: Recordable>(
  _ value: Value, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let bytes = recorded(value, sourceLocation: sourceLocation)
  #expect(!bytes.isEmpty, sourceLocation: sourceLocation)
  #expect(recorded(try read(Value.self, from: bytes)) == bytes, sourceLocation: sourceLocation)
  for count in bytes.indices {
    #expect(throws: RecordDecodingError.self, sourceLocation: sourceLocation) {
      try read(Value.self, from: Array(bytes.prefix(count)))
    }
  }
}

/// Checks that the change from one value to another, applied to the one, gives the other, and that
/// there is one exactly if the two are recorded as different bytes.
func expectExact<Value: Recordable>(
  from old: Value, to new: Value, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let builder = SchemaBuilder()
  let type = builder.reference(to: Value.self)
  let schema = builder.schema
  let oldBytes = recorded(old, sourceLocation: sourceLocation)
  let newBytes = recorded(new, sourceLocation: sourceLocation)
  let change = recordedChange(from: old, to: new, sourceLocation: sourceLocation)
  #expect((change != nil) == (oldBytes != newBytes), sourceLocation: sourceLocation)
  guard let change else { return }

  var reader = RecordDecoder(oldBytes)
  var value = try reader.decodeValue(of: type, in: schema)
  #expect(reader.isAtEnd, sourceLocation: sourceLocation)
  var applied = RecordDecoder(change)
  try value.apply(change: &applied, as: type, in: schema)
  #expect(applied.isAtEnd, sourceLocation: sourceLocation)
  var encoder = RecordEncoder()
  encoder.encode(value, as: type, in: schema)
  #expect(encoder.bytes == newBytes, sourceLocation: sourceLocation)

  // Values of the same bytes have the same change, whatever storage and hash order they have.
  let again = recordedChange(
    from: try read(Value.self, from: oldBytes), to: try read(Value.self, from: newBytes),
    sourceLocation: sourceLocation)
  #expect(again == change, sourceLocation: sourceLocation)
}

/// Checks the change of every pair of values, and each value by itself.
func expectExact<Value: Recordable>(
  among values: [Value], sourceLocation: SourceLocation = #_sourceLocation
) throws {
  for old in values {
    try expectWhole(old, sourceLocation: sourceLocation)
    for new in values { try expectExact(from: old, to: new, sourceLocation: sourceLocation) }
  }
}

/// Bytes as hexadecimal digits, two a byte.
func hex(_ bytes: [UInt8]) -> String {
  bytes.map { byte in
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.count == 1 ? "0\(digits)" : digits
  }
  .joined(separator: " ")
}
