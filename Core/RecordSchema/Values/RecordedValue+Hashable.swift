import Foundation
package import RecordCoding

extension RecordedValue: Hashable {
  // Written out because `String` compares by canonical equivalence, which bytes do not.
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
  // The standard library's comparison of views goes byte by byte.
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
