import Foundation
import RecordCoding

extension RecordDecoder {
  /// Reads a value that holds no others.
  mutating func decodePrimitive(
    of type: TypeReference
  ) throws(RecordDecodingError) -> RecordedValue {
    let start = position
    switch type {
    case .bool:
      return .bool(try tag(below: 2) == 1)
    case .signed(let bits):
      let value = try zigzag()
      guard value.fits(bits: bits) else {
        throw .integerOutOfRange(type: "Int\(bits)", offset: start)
      }
      return .signed(value)
    case .unsigned(let bits):
      let value = try varint(UInt64.self)
      guard value.fits(bits: bits) else {
        throw .integerOutOfRange(type: "UInt\(bits)", offset: start)
      }
      return .unsigned(value)
    case .float: return .float(bits: try fixed())
    case .double: return .double(bits: try fixed())
    case .date: return .date(bits: try fixed())
    case .string: return .string(try text())
    case .url: return .url(try text())
    case .json: return .json(try text())
    case .data: return .data([UInt8](try counted()))
    case .uuid: return .uuid(try UUID(recorded: &self))
    case .optional, .array, .identifiedArray, .set, .dictionary, .tuple, .named:
      throw .invalidValue(type: "primitive", description: "\(type)", offset: start)
    }
  }
}

extension Int64 {
  /// Whether a signed integer of so many bits can hold this one.
  package func fits(bits: Int) -> Bool {
    let sign = self >> Int64(bits - 1)
    return bits >= 64 || sign == 0 || sign == -1
  }
}

extension UInt64 {
  /// Whether an unsigned integer of so many bits can hold this one.
  package func fits(bits: Int) -> Bool {
    bits >= 64 || self >> UInt64(bits) == 0
  }
}
