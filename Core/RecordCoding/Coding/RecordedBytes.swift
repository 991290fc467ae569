/// The bytes of a value whose type the schema does not tell, recorded as data.
package struct RecordedBytes: Sendable {
  private let write: @Sendable (inout RecordEncoder) -> Void
  /// The bytes as they were read; `nil` for a value that is yet to be written.
  package let bytes: [UInt8]?

  /// The bytes of a value, in which secrets are replaced where it is written.
  package init<Value: Recordable>(of value: Value) {
    // Unchecked: the value is only read from here on.
    nonisolated(unsafe) let value = value
    write = { $0.encode(value) }
    bytes = nil
  }

  /// Writes the value itself.
  package func recordValue(into encoder: inout RecordEncoder) { write(&encoder) }
}

extension RecordedBytes: Recordable {
  /// Describes the type as that of data.
  package static func describe(in schema: SchemaBuilder) -> TypeReference { .data }

  /// Writes the bytes of the value behind their count.
  package func record(into encoder: inout RecordEncoder) {
    var part = encoder.nested()
    write(&part)
    if let failure = part.failure { encoder.fail(failure) }
    encoder.append(counted: part.bytes)
  }

  /// Reads the bytes of a value.
  package init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    let bytes = Array(try decoder.counted())
    self.bytes = bytes
    write = { $0.append(contentsOf: bytes) }
  }

  /// Writes the bytes anew where they differ.
  package func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    var one = RecordEncoder()
    var other = RecordEncoder()
    old.record(into: &one)
    record(into: &other)
    guard one.bytes != other.bytes else { return false }
    record(into: &encoder)
    return true
  }
}
