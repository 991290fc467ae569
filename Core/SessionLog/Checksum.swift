import CZlib

/// The CRC-32 of RFC 1952.
func checksum(of bytes: some Collection<UInt8>) -> UInt32 {
  let found: UInt32? = bytes.withContiguousStorageIfAvailable { buffer in
    UInt32(truncatingIfNeeded: crc32_z(0, buffer.baseAddress, buffer.count))
  }
  // A collection in one piece needs no copy; only a caller with another kind pays for one.
  return found ?? checksum(of: Array(bytes))
}
