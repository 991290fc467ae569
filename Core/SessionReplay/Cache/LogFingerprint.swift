import SessionLog
import SessionRecording

/// What tells the bytes of a file from those of others: two checksums and the length.
///
/// The chance that any two of a million files have the same one is one in 10^16. It does not stop
/// somebody who makes such a file on purpose.
package struct LogFingerprint: Hashable, Sendable {
  /// A digest of 64 bits.
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
    digest = Digest(bytes).value
    checksum = SessionLog.checksum(of: bytes)
    length = UInt64(bytes.count)
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
