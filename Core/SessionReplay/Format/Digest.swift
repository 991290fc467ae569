import Foundation
import RecordCoding

/// A digest of 64 bits: FNV-1a, as its authors Fowler, Noll and Vo published it.
struct Digest: Equatable {
  /// The bytes that a digest takes.
  static let length = 8

  let value: UInt64

  /// The digest of bytes.
  init(_ bytes: some Sequence<UInt8>) {
    var value: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
    self.value = value
  }

  /// The digest as it stands in a log, the lowest byte first.
  var bytes: [UInt8] { withUnsafeBytes(of: value.littleEndian) { Array($0) } }
}

extension RecordEncoder {
  /// The digest of what has been written.
  var digest: Digest { withUnsafeBytes { Digest($0) } }
}

extension [UInt8] {
  /// Whether other bytes stand at a range.
  @inline(__always)
  func holds(_ other: UnsafeRawBufferPointer, at range: Range<Int>) -> Bool {
    guard range.count == other.count else { return false }
    guard let start = other.baseAddress, !range.isEmpty else { return true }
    return withUnsafeBytes { bytes in
      let own = UnsafeRawBufferPointer(rebasing: bytes[range])
      return own.baseAddress.map { memcmp($0, start, own.count) == 0 } ?? true
    }
  }
}
