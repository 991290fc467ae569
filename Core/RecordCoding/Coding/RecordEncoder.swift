/// Writes values and changes of values as bytes.
///
/// The format is described in `ARCHITECTURE.md`, "Values" and "Changes".
public struct RecordEncoder: Sendable {
  /// The deepest nesting that can be recorded, so that reading it back needs a bounded stack.
  public static let maximumDepth = 512

  /// What has been written.
  public package(set) var bytes: [UInt8]

  /// The first reason why what has been written cannot be read back, if there is one.
  public private(set) var failure: RecordEncodingError?

  private var depth = 0

  /// Creates an encoder that has written nothing.
  public init() {
    bytes = []
  }

  /// Writes a whole value.
  public mutating func encode<Value: Recordable>(_ value: Value) {
    guard enter(Value.self) else { return }
    value.record(into: &self)
    depth -= 1
  }

  /// Writes what differs between two values; returns whether anything does.
  public mutating func encodeChange<Value: Recordable>(from old: Value, to new: Value) -> Bool {
    guard enter(Value.self) else { return false }
    defer { depth -= 1 }
    return new.recordChange(from: old, into: &self)
  }

  /// Notes that a value cannot be recorded; the first note is kept.
  public mutating func fail(_ error: RecordEncodingError) {
    failure = failure ?? error
  }

  private mutating func enter<Value>(_ type: Value.Type) -> Bool {
    guard depth < Self.maximumDepth else {
      fail(.tooDeep(type: recordedName(of: type), limit: Self.maximumDepth))
      return false
    }
    depth += 1
    return true
  }

  /// An encoder that has written nothing, for a part of what this one writes: as deep as this one.
  func nested() -> RecordEncoder {
    var encoder = RecordEncoder()
    encoder.depth = depth
    return encoder
  }

  /// Forgets what was written and every failure, and keeps the memory.
  package mutating func reset() {
    bytes.removeAll(keepingCapacity: true)
    failure = nil
  }
}
