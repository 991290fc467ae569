import SessionLog

/// An identifier of the bytes of a log, consisting of two checksums and the length.
///
/// The chance that any two of a million files have the same fingerprint is one in 10^16. It does
/// not protect against files that are crafted to collide.
package struct LogFingerprint: Hashable, Sendable {
  /// A 64-bit digest: FNV-1a over words of eight bytes, in four lanes.
  package let digest: UInt64
  /// The CRC-32 of RFC 1952.
  package let checksum: UInt32
  package let length: UInt64

  init(digest: UInt64, checksum: UInt32, length: UInt64) {
    self.digest = digest
    self.checksum = checksum
    self.length = length
  }

  package init(_ bytes: UnsafeRawBufferPointer) {
    digest = Self.digest(of: bytes)
    checksum = SessionLog.checksum(of: bytes)
    length = UInt64(bytes.count)
  }

  /// Returns the digest of bytes. For executables of many megabytes, the digest is used alone.
  package static func digest(of bytes: UnsafeRawBufferPointer) -> UInt64 {
    // Each product depends on the previous one, so four are computed in parallel.
    var (one, two, three, four) = (start, start &+ 1, start &+ 2, start &+ 3)
    let rounds = bytes.count / 32
    for round in 0..<rounds {
      let offset = round &* 32
      one = mixed(one, bytes.word(at: offset))
      two = mixed(two, bytes.word(at: offset &+ 8))
      three = mixed(three, bytes.word(at: offset &+ 16))
      four = mixed(four, bytes.word(at: offset &+ 24))
    }
    var digest = mixed(mixed(mixed(one, two), three), four)
    for byte in bytes[(rounds * 32)...] { digest = mixed(digest, UInt64(byte)) }
    return digest
  }

  private static let start: UInt64 = 0xCBF2_9CE4_8422_2325

  private static func mixed(_ digest: UInt64, _ word: UInt64) -> UInt64 {
    let product = (digest ^ word) &* 0x100_0000_01B3
    // The product alone never moves the upper bits of a word to lower positions.
    return product ^ product >> 32
  }

}

extension UnsafeRawBufferPointer {
  fileprivate func word(at offset: Int) -> UInt64 {
    UInt64(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
}

extension LogFingerprint: CustomStringConvertible {
  package var description: String {
    [digest, UInt64(checksum), length].map { String($0, radix: 16) }.joined(separator: "-")
  }
}
