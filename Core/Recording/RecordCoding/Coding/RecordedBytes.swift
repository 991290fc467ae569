/// The bytes of a value whose type is not in the schema, recorded as data.
package struct RecordedBytes: Sendable {
  private let write: @Sendable (inout RecordEncoder) -> Void
  /// The bytes that were read; `nil` for a value that has yet to be written.
  package let bytes: [UInt8]?

  /// Creates the bytes of a value. Secrets are replaced when the value is written.
  package init<Value: Recordable>(of value: Value) {
    // Unchecked: from here on, the value is only read.
    nonisolated(unsafe) let value = value
    write = { $0.encode(value) }
    bytes = nil
  }

  /// Writes the value without a length prefix.
  package func recordValue(into encoder: inout RecordEncoder) { write(&encoder) }
}

extension RecordedBytes: Recordable {
  package static func describe(in schema: SchemaBuilder) -> TypeReference { .data }

  package func record(into encoder: inout RecordEncoder) {
    var part = encoder.nested()
    write(&part)
    if let failure = part.failure { encoder.fail(failure) }
    encoder.append(counted: part.bytes)
  }

  package init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    let bytes = Array(try decoder.counted())
    self.bytes = bytes
    write = { $0.append(contentsOf: bytes) }
  }

  /// Writes all bytes if any of them differ.
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
