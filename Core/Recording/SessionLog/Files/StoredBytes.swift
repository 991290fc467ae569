import CZlib

package let newline = UInt8(ascii: "\n")

extension [UInt8] {
  @inlinable
  package mutating func append(littleEndian value: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
  }

  /// Returns the integer at `position`, all of whose bytes must exist.
  @inlinable
  package func littleEndian<Integer: FixedWidthInteger>(
    at position: Int, as: Integer.Type
  ) -> Integer {
    let size = MemoryLayout<Integer>.size
    precondition(position >= 0 && position + size <= count, "the bytes end before the integer")
    return withUnsafeBytes { bytes in
      Integer(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: Integer.self))
    }
  }
}

/// Returns the CRC-32 (RFC 1952) of bytes.
@inlinable
package func checksum(of bytes: some Collection<UInt8>) -> UInt32 {
  // Only noncontiguous collections are copied.
  bytes.withContiguousStorageIfAvailable { checksum(ofBuffer: $0) } ?? checksum(of: Array(bytes))
}

@usableFromInline
func checksum(ofBuffer bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
  UInt32(truncatingIfNeeded: crc32_z(0, bytes.baseAddress, bytes.count))
}
