extension [UInt8] {
  /// Appends the bytes of an integer, least significant first.
  mutating func append(littleEndian value: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
  }

  /// The integer whose bytes begin at `position`; the caller has checked that they are there.
  func littleEndian<Integer: FixedWidthInteger>(at position: Int, as: Integer.Type) -> Integer {
    let size = MemoryLayout<Integer>.size
    precondition(position >= 0 && position + size <= count, "the bytes end before the integer")
    return withUnsafeBytes { bytes in
      Integer(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: Integer.self))
    }
  }
}
