import RecordCoding

/// A budget for values read by their schema. They take many times the memory of the app's types: in
/// an array, a Boolean takes a `RecordedValue` instead of one byte.
package struct ValueMemory: Sendable {
  /// The size of a value in an array, including its share of the spare capacity, in bytes.
  static let value = MemoryLayout<RecordedValue>.stride + 8
  /// The size of a container without its values, in bytes.
  static let container = 48

  /// The total budget, in bytes.
  package private(set) var limit: Int
  /// The remaining budget, in bytes.
  package private(set) var left: Int
  /// The remaining bytes that changes may move or copy. A short change can move a whole list.
  private var movable = Int.max

  package init(limit: Int) {
    self.limit = limit
    left = limit
  }

  /// Creates a budget from which the memory of a value has been taken.
  package init(limit: Int, beside value: RecordedValue) {
    self.limit = limit
    left = limit - value.memory
  }

  package mutating func grow(by bytes: Int) {
    limit += bytes
    left += bytes
  }

  package mutating func limitMoves(to bytes: Int) { movable = bytes }

  /// Adds to the number of bytes that changes may move, if it is limited.
  package mutating func allowMoves(of bytes: Int) {
    if movable < .max { movable += bytes }
  }

  /// Returns this budget for values, combined with a separate budget for moves.
  package func withMoves(of other: ValueMemory) -> ValueMemory {
    var memory = self
    memory.movable = other.movable
    return memory
  }

  mutating func move(_ bytes: Int, at offset: Int) throws(RecordDecodingError) {
    guard movable < .max else { return }
    guard bytes <= movable else { throw .tooManyMoves(offset: offset) }
    movable -= bytes
  }

  /// Throws if the given number of values does not fit the budget, but leaves the budget unchanged.
  func checkRoom(forValues count: Int, at offset: Int) throws(RecordDecodingError) {
    guard count <= left / Self.value else { throw .tooLarge(limit: limit, offset: offset) }
  }

  mutating func take(_ bytes: Int, at offset: Int) throws(RecordDecodingError) {
    guard bytes <= left else { throw .tooLarge(limit: limit, offset: offset) }
    left -= bytes
  }
}

extension RecordedValue {
  /// The size of the value including its parts, in bytes.
  fileprivate var memory: Int {
    let parts = reduceParts(0) { $0 + $1.memory }
    return ValueMemory.value + (parts > 0 ? ValueMemory.container + parts : 0)
  }
}

/// The context of reading by a schema: the schema, and budgets for the number and size of values.
///
/// A chain of structures with one field each takes one byte, however long it is. The number of
/// bytes therefore does not bound the memory, but the number of values does.
struct ValueContext {
  private static let valuesPerByte = 64
  private static let minValues = 4096

  let schema: Schema
  private var valuesLeft: Int
  private(set) var memory: ValueMemory

  init(schema: Schema, for decoder: RecordDecoder, memory: ValueMemory) {
    self.schema = schema
    self.memory = memory
    let (product, overflow) = decoder.remaining.multipliedReportingOverflow(by: Self.valuesPerByte)
    valuesLeft = overflow ? .max : max(product, Self.minValues)
  }

  mutating func countValue(at offset: Int) throws(RecordDecodingError) {
    guard valuesLeft > 0 else {
      throw .invalidValue(
        type: "value", description: "its types hold far more values than bytes", offset: offset)
    }
    valuesLeft -= 1
    try memory.take(ValueMemory.value, at: offset)
  }

  /// Takes a container from the budget, and throws if `count` values do not fit. Ignores 0.
  mutating func countContainer(of count: Int, at offset: Int) throws(RecordDecodingError) {
    guard count > 0 else { return }
    try memory.take(ValueMemory.container, at: offset)
    try memory.checkRoom(forValues: count, at: offset)
  }

  /// Takes the bytes that a change moves from the budget. They depend on the size of the value.
  mutating func countMove(of bytes: Int, at offset: Int) throws(RecordDecodingError) {
    try memory.move(bytes, at: offset)
  }

  func kind(at index: Int, offset: Int) throws(RecordDecodingError) -> TypeDefinition.Kind {
    guard schema.types.indices.contains(index) else {
      throw .invalidValue(
        type: "type \(index)", description: "the schema has \(schema.types.count) types",
        offset: offset)
    }
    return schema.types[index].kind
  }
}
