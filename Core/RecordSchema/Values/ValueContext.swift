import RecordCoding

/// What reading by a schema carries along: the schema, and how many values may still be made, and how
/// large.
///
/// A chain of structures of one field each takes one byte however long it is, so the bytes alone do
/// not bound the memory; the count of values does.
struct ValueContext {
  private static let valuesPerByte = 64
  private static let leastValues = 4096

  let schema: Schema
  private var valuesLeft: Int
  private(set) var memory: ValueMemory

  init(schema: Schema, for decoder: RecordDecoder, memory: ValueMemory) {
    self.schema = schema
    self.memory = memory
    let (product, overflow) = decoder.remaining.multipliedReportingOverflow(by: Self.valuesPerByte)
    valuesLeft = overflow ? .max : max(product, Self.leastValues)
  }

  /// Notes that one more value is made.
  mutating func countValue(at offset: Int) throws(RecordDecodingError) {
    guard valuesLeft > 0 else {
      throw .invalidValue(
        type: "value", description: "its types hold far more values than bytes", offset: offset)
    }
    valuesLeft -= 1
    try memory.take(ValueMemory.value, at: offset)
  }

  /// Notes that a value holds so many others, unless it holds none, and refuses more than there is
  /// room for before the first is read.
  mutating func countContainer(of count: Int, at offset: Int) throws(RecordDecodingError) {
    guard count > 0 else { return }
    try memory.take(ValueMemory.container, at: offset)
    try memory.checkRoom(forValues: count, at: offset)
  }

  /// Notes that a change moves so many bytes, which goes by the value and not by the change.
  mutating func countMove(of bytes: Int, at offset: Int) throws(RecordDecodingError) {
    try memory.move(bytes, at: offset)
  }

  /// What a reference to the table of types refers to.
  func kind(at index: Int, offset: Int) throws(RecordDecodingError) -> TypeDefinition.Kind {
    guard schema.types.indices.contains(index) else {
      throw .invalidValue(
        type: "type \(index)", description: "the schema has \(schema.types.count) types",
        offset: offset)
    }
    return schema.types[index].kind
  }
}
