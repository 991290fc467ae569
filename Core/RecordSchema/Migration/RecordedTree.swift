public import Foundation
import RecordCoding

/// A value of a log that names its own parts, so that a migration can change its shape.
public indirect enum RecordedTree: Equatable, Sendable {
  /// A field of a structure or a tuple, or an associated value, which may have no label.
  public struct Field: Equatable, Sendable {
    /// The label, or `nil` where the source has none.
    public var name: String?
    /// The value.
    public var value: RecordedTree

    /// Creates a field.
    public init(_ name: String?, _ value: RecordedTree) {
      self.name = name
      self.value = value
    }
  }

  /// A key of a dictionary and its value.
  public struct Pair: Equatable, Sendable {
    /// The key.
    public var key: RecordedTree
    /// The value.
    public var value: RecordedTree

    /// Creates a pair.
    public init(key: RecordedTree, value: RecordedTree) {
      self.key = key
      self.value = value
    }
  }

  /// An optional without a value; one with a value is that value.
  case null
  /// A truth value.
  case bool(Bool)
  /// A signed integer.
  case integer(Int64)
  /// An unsigned integer.
  case unsigned(UInt64)
  /// A floating-point number, or the seconds of a date since 2001-01-01 UTC.
  case number(Double)
  /// Text, a URL, or the JSON of a `Codable` type.
  case text(String)
  /// Data.
  case bytes([UInt8])
  /// A UUID.
  case uuid(UUID)
  /// The elements of an array, an identified array or a set.
  case list([RecordedTree])
  /// The pairs of a dictionary.
  case pairs([Pair])
  /// The fields of a structure or a tuple.
  case record([Field])
  /// A case of an enumeration and its associated values.
  case choice(String, [Field])
}
