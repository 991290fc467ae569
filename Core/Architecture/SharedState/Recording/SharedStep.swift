import RecordCoding

/// A step of the path from a root to a part of its value.
enum SharedStep: Equatable, Sendable {
  /// A property, by its name in the schema.
  case field(String)
  /// An optional element of an identified array.
  case element(id: SharedStepKey)
  /// An element of a collection.
  case index(Int)
  /// An optional element of a collection, which is `nil` if the collection is shorter.
  case presentIndex(Int)
  /// An optional value of a dictionary.
  case key(SharedStepKey)
  /// The wrapped value of an optional, with the number of the location that keeps the last value.
  case wrapped(Int)
  /// A function or a computed property, which cannot be found again.
  case unknown
}

extension SharedStep: Recordable {
  static func describe(in schema: SchemaBuilder) -> TypeReference {
    schema.enumeration(Self.self) { type in
      type.case("field") { $0.field(nil, String.self) }
      type.case("element") { $0.field("id", SharedStepKey.self) }
      type.case("index") { $0.field(nil, Int.self) }
      type.case("presentIndex") { $0.field(nil, Int.self) }
      type.case("key") { $0.field(nil, SharedStepKey.self) }
      type.case("wrapped") { $0.field(nil, Int.self) }
      type.case("unknown")
    }
  }

  func record(into encoder: inout RecordEncoder) {
    func write(_ tag: Int, _ value: some Recordable) {
      encoder.append(count: tag)
      encoder.encode(value)
    }
    switch self {
    case .field(let name): write(0, name)
    case .element(let id): write(1, id)
    case .index(let index): write(2, index)
    case .presentIndex(let index): write(3, index)
    case .key(let key): write(4, key)
    case .wrapped(let location): write(5, location)
    case .unknown: encoder.append(count: 6)
    }
  }

  init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    self =
      switch try decoder.tag(below: 7) {
      case 0: .field(try decoder.decode())
      case 1: .element(id: try decoder.decode())
      case 2: .index(try decoder.decode())
      case 3: .presentIndex(try decoder.decode())
      case 4: .key(try decoder.decode())
      case 5: .wrapped(try decoder.decode())
      default: .unknown
      }
  }

  func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    guard self != old else { return false }
    record(into: &encoder)
    return true
  }
}

/// The id of an element or the key of a value, written as a `Data`.
///
/// Secrets in the id or key are replaced like in the value itself. It therefore still finds the
/// value.
struct SharedStepKey: Sendable {
  private let bytes: [UInt8]
  private let write: (@Sendable (inout RecordEncoder) -> Void)?

  init<Key: Recordable>(_ key: Key) {
    // Unchecked: from here on, the key is only read.
    nonisolated(unsafe) let key = key
    bytes = key.recordedBytes
    write = { $0.encode(key) }
  }

  /// Returns the id or the key; `nil` if it has a different type.
  func key<Key: Recordable>(as type: Key.Type = Key.self) -> Key? { Key(decoding: bytes) }
}

extension SharedStepKey: Equatable {
  static func == (one: Self, other: Self) -> Bool { one.bytes == other.bytes }
}

extension SharedStepKey: Recordable {
  static func describe(in schema: SchemaBuilder) -> TypeReference { .data }

  func record(into encoder: inout RecordEncoder) {
    var part = encoder.inner(nil)
    write?(&part)
    encoder.append(counted: write == nil ? bytes : part.bytes)
  }

  init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    bytes = Array(try decoder.counted())
    write = nil
  }

  func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    guard self != old else { return false }
    record(into: &encoder)
    return true
  }
}
