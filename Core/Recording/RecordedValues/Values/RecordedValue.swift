package import Foundation
import RecordCoding

/// A value that was read using only its schema, without the type that wrote it.
///
/// The `TypeReference` of a value determines its possible cases. Two values are equal if they are
/// recorded as the same bytes: floating-point numbers are stored as bits, and texts are compared
/// byte by byte.
package enum RecordedValue: Sendable {
  case bool(Bool)
  case signed(Int64)
  case unsigned(UInt64)
  case float(bits: UInt32)
  case double(bits: UInt64)
  /// The bits of a `Double`: the seconds since 2001-01-01 UTC.
  case date(bits: UInt64)
  case string(String)
  case url(String)
  case json(String)
  case data([UInt8])
  case uuid(UUID)
  case none
  indirect case some(RecordedValue)
  /// The elements of an array or an identified array, or of a set in byte order.
  case sequence([RecordedValue])
  /// The pairs of a dictionary, in the byte order of their keys.
  case dictionary([RecordedPair])
  case product([RecordedValue])
  /// The index of a case and its associated values.
  case enumeration(case: Int, payload: [RecordedValue])
}

package struct RecordedPair: Hashable, Sendable {
  package var key: RecordedValue
  package var value: RecordedValue

  package init(key: RecordedValue, value: RecordedValue) {
    self.key = key
    self.value = value
  }
}

extension RecordedValue: Hashable {
  // Written out, because `String` compares by canonical equivalence instead of by bytes.
  package static func == (one: Self, other: Self) -> Bool {
    switch (one, other) {
    case (.bool(let one), .bool(let other)): one == other
    case (.signed(let one), .signed(let other)): one == other
    case (.unsigned(let one), .unsigned(let other)): one == other
    case (.float(let one), .float(let other)): one == other
    case (.double(let one), .double(let other)): one == other
    case (.date(let one), .date(let other)): one == other
    case (.string(let one), .string(let other)): one.hasSameBytes(as: other)
    case (.url(let one), .url(let other)): one.hasSameBytes(as: other)
    case (.json(let one), .json(let other)): one.hasSameBytes(as: other)
    case (.data(let one), .data(let other)): one == other
    case (.uuid(let one), .uuid(let other)): one == other
    case (.none, .none): true
    case (.some(let one), .some(let other)): one == other
    case (.sequence(let one), .sequence(let other)): one == other
    case (.dictionary(let one), .dictionary(let other)): one == other
    case (.product(let one), .product(let other)): one == other
    case (.enumeration(let one, let onePayload), .enumeration(let other, let otherPayload)):
      one == other && onePayload == otherPayload
    default: false
    }
  }

  package func hash(into hasher: inout Hasher) {
    switch self {
    case .bool(let value): hasher.combine(value)
    case .signed(let value): hasher.combine(value)
    case .unsigned(let value): hasher.combine(value)
    case .float(let bits): hasher.combine(bits)
    case .double(let bits), .date(let bits): hasher.combine(bits)
    case .string(let text), .url(let text), .json(let text):
      for byte in text.utf8 { hasher.combine(byte) }
      hasher.combine(text.utf8.count)
    case .data(let bytes): hasher.combine(bytes)
    case .uuid(let value): hasher.combine(value)
    case .none: hasher.combine(0 as UInt8)
    case .some(let value): hasher.combine(value)
    case .sequence(let values), .product(let values): hasher.combine(values)
    case .dictionary(let pairs): hasher.combine(pairs)
    case .enumeration(let index, let payload):
      hasher.combine(index)
      hasher.combine(payload)
    }
  }
}

extension String {
  // The standard library compares UTF-8 views byte by byte, which is slower.
  fileprivate func hasSameBytes(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    let isSame = utf8.withContiguousStorageIfAvailable { own in
      other.utf8.withContiguousStorageIfAvailable { other in
        guard let start = own.baseAddress, let otherStart = other.baseAddress else { return true }
        return memcmp(start, otherStart, own.count) == 0
      }
    }
    return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
  }
}
