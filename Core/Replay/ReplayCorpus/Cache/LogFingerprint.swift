import RecordCoding
import SessionLog

/// An identifier of the bytes of a log, consisting of two checksums and the length.
///
/// The chance that any two of a million files have the same fingerprint is one in 10^16. It does
/// not protect against files that are crafted to collide.
package struct LogFingerprint: Hashable, Sendable {
  /// The digest of words of eight bytes, in four lanes.
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
    Digest(words: bytes).value
  }
}

extension LogFingerprint: CustomStringConvertible {
  package var description: String {
    [digest, UInt64(checksum), length].map { String($0, radix: 16) }.joined(separator: "-")
  }
}
