import RecordCoding

/// How much memory the values may take that are read by their schema alone.
///
/// Such a value takes many times the memory of the app's own type: an array of truth values takes a
/// byte for each there, and one of these values for each here.
package struct ValueMemory: Sendable {
  /// The size of a value in an array, with its share of the spare capacity, in bytes.
  static let value = MemoryLayout<RecordedValue>.stride + 8
  /// The size of a container beside its values, in bytes.
  static let container = 48

  /// How much there may be in all, in bytes.
  package private(set) var limit: Int
  /// How much there may still be, in bytes.
  package private(set) var left: Int
  /// How many bytes changes may still move or copy within a value: a change of a few bytes can move
  /// a whole list.
  private var movable = Int.max

  /// Creates a budget in bytes.
  package init(limit: Int) {
    self.limit = limit
    left = limit
  }

  /// Allows as many bytes as are left beside a value.
  package init(limit: Int, beside value: RecordedValue) {
    self.limit = limit
    left = limit - value.memory
  }

  /// Adds to the budget.
  package mutating func grow(by bytes: Int) {
    limit += bytes
    left += bytes
  }

  /// Limits the bytes that changes may move.
  package mutating func limitMoves(to bytes: Int) { movable = bytes }

  /// Adds to the bytes that changes may move, if these are limited.
  package mutating func allowMoves(of bytes: Int) {
    if movable < .max { movable += bytes }
  }

  /// Returns the same budget for values, with another's budget for moves.
  package func moving(asMuchAs other: ValueMemory) -> ValueMemory {
    var memory = self
    memory.movable = other.movable
    return memory
  }

  mutating func move(_ bytes: Int, at offset: Int) throws(RecordDecodingError) {
    guard movable < .max else { return }
    guard bytes <= movable else { throw .tooManyMoves(offset: offset) }
    movable -= bytes
  }

  /// Throws if a number of values does not fit the budget, without counting them.
  func checkRoom(forValues count: Int, at offset: Int) throws(RecordDecodingError) {
    guard count <= left / Self.value else { throw .tooLarge(limit: limit, offset: offset) }
  }

  mutating func take(_ bytes: Int, at offset: Int) throws(RecordDecodingError) {
    guard bytes <= left else { throw .tooLarge(limit: limit, offset: offset) }
    left -= bytes
  }
}

extension RecordedValue {
  /// The size of the value with its parts, in bytes.
  fileprivate var memory: Int {
    let parts = reduceParts(0) { $0 + $1.memory }
    return ValueMemory.value + (parts > 0 ? ValueMemory.container + parts : 0)
  }
}

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

  /// Counts the bytes that a change moves, which depend on the value's size.
  mutating func countMove(of bytes: Int, at offset: Int) throws(RecordDecodingError) {
    try memory.move(bytes, at: offset)
  }

  /// Returns the kind of a named type.
  func kind(at index: Int, offset: Int) throws(RecordDecodingError) -> TypeDefinition.Kind {
    guard schema.types.indices.contains(index) else {
      throw .invalidValue(
        type: "type \(index)", description: "the schema has \(schema.types.count) types",
        offset: offset)
    }
    return schema.types[index].kind
  }
}
