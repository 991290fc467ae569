/// A digest of 64 bits: FNV-1a, as published by its authors Fowler, Noll and Vo.
package struct Digest: Hashable, Sendable {
  package static let length = 8

  @usableFromInline package private(set) var value: UInt64

  /// Creates the digest of no bytes, which each seed makes another one.
  @inlinable
  package init(seed: UInt64 = 0) {
    value = 0xCBF2_9CE4_8422_2325 ^ seed
  }

  @inlinable
  package init(_ bytes: some Sequence<UInt8>) {
    self.init()
    for byte in bytes { add(byte) }
  }

  /// Creates a digest from its bytes, the lowest first. Missing bytes are 0.
  package init(bytes: some Collection<UInt8>) {
    value = bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  @inlinable
  package mutating func add(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x100_0000_01B3
  }

  /// Adds eight bytes at once, faster than one after the other, and with another result.
  @inlinable
  package mutating func add(word: UInt64) {
    value = (value ^ word) &* 0x100_0000_01B3
    // The product alone never moves the upper bits of a word to lower positions.
    value ^= value >> 32
  }

  /// The bytes of the digest in a log, the lowest first.
  package var bytes: [UInt8] { withUnsafeBytes(of: value.littleEndian) { Array($0) } }

  package var text: String { String(value, radix: 16) }
}

extension RecordEncoder {
  package var digest: Digest { withUnsafeBytes { Digest($0) } }
}
