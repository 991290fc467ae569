import RecordCoding
import RecordedValues
import Testing

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
  // Bytes that were written before must stay unchanged.
  encoder.append(byte: 0xAA)
  let hasChanged = encoder.encodeChange(from: old, to: new)
  #expect(encoder.failure == nil, sourceLocation: sourceLocation)
  #expect(encoder.bytes.first == 0xAA, sourceLocation: sourceLocation)
  let bytes = Array(encoder.bytes.dropFirst())
  if !hasChanged { #expect(bytes == [], sourceLocation: sourceLocation) }
  return hasChanged ? bytes : nil
}

/// Reads a value that takes up all bytes.
func read<Value: Recordable>(
  _ type: Value.Type = Value.self, from bytes: [UInt8]
) throws -> Value {
  var decoder = RecordDecoder(bytes)
  let value = try decoder.decode(type)
  try #require(decoder.isAtEnd)
  return value
}

/// Checks that a value is read back from its bytes, and that no prefix of them is a value.
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

/// Checks that applying the change between two values to the first results in the second, and that
/// there is a change if, and only if, their recorded bytes differ.
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

  // Values with the same bytes have the same change, whatever their storage and hash order.
  let again = recordedChange(
    from: try read(Value.self, from: oldBytes), to: try read(Value.self, from: newBytes),
    sourceLocation: sourceLocation)
  #expect(again == change, sourceLocation: sourceLocation)
}

/// Checks the changes between all pairs of values, and each value by itself.
func expectExact<Value: Recordable>(
  among values: [Value], sourceLocation: SourceLocation = #_sourceLocation
) throws {
  for old in values {
    try expectWhole(old, sourceLocation: sourceLocation)
    for new in values { try expectExact(from: old, to: new, sourceLocation: sourceLocation) }
  }
}

/// Returns bytes as hexadecimal digits, two per byte.
func hex(_ bytes: [UInt8]) -> String {
  bytes.map { byte in
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.count == 1 ? "0\(digits)" : digits
  }
  .joined(separator: " ")
}
