import SessionLog

/// What tells the bytes of a file from those of others: two checksums and the length.
///
/// The chance that any two of a million files have the same one is one in 10^16. It does not stop
/// somebody who makes such a file on purpose.
package struct LogFingerprint: Hashable, Sendable {
  /// A digest of 64 bits: FNV-1a over words of eight bytes, since an executable has millions.
  package let digest: UInt64
  /// The CRC-32 of RFC 1952.
  package let checksum: UInt32
  /// The number of bytes.
  package let length: UInt64

  /// Takes a fingerprint apart that was kept.
  init(digest: UInt64, checksum: UInt32, length: UInt64) {
    self.digest = digest
    self.checksum = checksum
    self.length = length
  }

  /// The fingerprint of bytes.
  package init(_ bytes: UnsafeRawBufferPointer) {
    digest = Self.digest(of: bytes)
    checksum = SessionLog.checksum(of: bytes)
    length = UInt64(bytes.count)
  }

  /// A digest of bytes; of an executable, which has millions, it alone is taken.
  package static func digest(of bytes: UnsafeRawBufferPointer) -> UInt64 {
    var digest: UInt64 = 0xCBF2_9CE4_8422_2325
    let words = bytes.count / 8
    for index in 0..<words {
      let word = bytes.loadUnaligned(fromByteOffset: index &* 8, as: UInt64.self)
      digest = (digest ^ UInt64(littleEndian: word)) &* 0x100_0000_01B3
      // The product alone never takes the upper bits of a word down to the lower ones.
      digest ^= digest >> 32
    }
    for byte in bytes[(words * 8)...] { digest = (digest ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return digest
  }

  /// The fingerprint of a log, which may lie in an archive; `nil` if it cannot be read, or is longer
  /// than may be read as a whole.
  init?(ofLog path: String, upTo limit: Int) {
    guard let bytes = LogReader.contents(of: path, upTo: limit) else { return nil }
    self = bytes.withUnsafeBytes { LogFingerprint($0) }
  }
}

extension LogFingerprint: CustomStringConvertible {
  /// The fingerprint in hexadecimal digits.
  package var description: String {
    [digest, UInt64(checksum), length].map { String($0, radix: 16) }.joined(separator: "-")
  }
}
