package import Foundation
package import RecordCoding

/// A value that was read by its schema alone, without the type that wrote it.
///
/// Which cases a value may have is told by its `TypeReference`. Two values are equal if they are
/// recorded as the same bytes: floating point is held as bits, text is compared byte by byte.
package enum RecordedValue: Sendable {
  case bool(Bool)
  case signed(Int64)
  case unsigned(UInt64)
  case float(bits: UInt32)
  case double(bits: UInt64)
  /// The bits of the seconds since 2001-01-01 UTC, a `Double`.
  case date(bits: UInt64)
  case string(String)
  case url(String)
  case json(String)
  case data([UInt8])
  case uuid(UUID)
  /// An optional without a value.
  case none
  /// An optional with a value.
  indirect case some(RecordedValue)
  /// The elements of an array or an identified array, or of a set in the order of their bytes.
  case sequence([RecordedValue])
  /// The pairs of a dictionary, in the order of the bytes of their keys.
  case dictionary([RecordedPair])
  /// The fields of a structure or a tuple.
  case product([RecordedValue])
  /// The index of a case and its associated values.
  case enumeration(case: Int, payload: [RecordedValue])
}

/// A key of a dictionary and its value.
package struct RecordedPair: Hashable, Sendable {
  package var key: RecordedValue
  package var value: RecordedValue

  package init(key: RecordedValue, value: RecordedValue) {
    self.key = key
    self.value = value
  }
}
