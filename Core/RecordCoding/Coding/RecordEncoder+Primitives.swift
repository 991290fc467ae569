extension RecordEncoder {
  /// Writes an unsigned integer in LEB128: seven bits a byte, the lowest first.
  @inlinable
  @inline(__always)
  public mutating func append<Integer: FixedWidthInteger & UnsignedInteger>(varint value: Integer) {
    if value <= 0x7f {
      append(byte: UInt8(truncatingIfNeeded: value))
    } else {
      append(longVarint: value)
    }
  }

  @inlinable
  @inline(never)
  mutating func append<Integer: FixedWidthInteger & UnsignedInteger>(longVarint value: Integer) {
    var rest = value
    while rest > 0x7f {
      append(byte: UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(byte: UInt8(truncatingIfNeeded: rest))
  }

  /// Writes a count or an index.
  @inlinable
  public mutating func append(count: Int) {
    append(varint: UInt(count))
  }

  /// Writes a signed integer in LEB128 after folding its sign into the lowest bit ("zigzag").
  @inlinable
  public mutating func append(zigzag value: Int64) {
    append(varint: UInt64(bitPattern: (value << 1) ^ (value >> 63)))
  }

  /// Writes the bytes of an integer, the lowest first, at its full width.
  public mutating func append<Integer: FixedWidthInteger>(fixed value: Integer) {
    Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
  }

  /// Writes bytes behind their count.
  @inlinable
  public mutating func append(counted content: some Collection<UInt8>) {
    append(count: content.count)
    append(contentsOf: content)
  }

  /// Writes the byte that stands for a value with nothing in it.
  ///
  /// Every value takes at least one byte, so that a reader can bound any count by the bytes left.
  @inlinable
  public mutating func appendUnit() {
    append(byte: 0)
  }

  /// Writes the change from one run of bytes to another: what they share at both ends, and the rest.
  package mutating func appendSplice(
    from old: UnsafeRawBufferPointer, to new: UnsafeRawBufferPointer
  ) {
    let shorter = min(old.count, new.count)
    var prefix = 0
    while prefix < shorter, old[prefix] == new[prefix] { prefix += 1 }
    var suffix = 0
    while suffix < shorter - prefix, old[old.count - 1 - suffix] == new[new.count - 1 - suffix] {
      suffix += 1
    }
    append(count: prefix)
    append(count: suffix)
    append(counted: new[prefix..<(new.count - suffix)])
  }

  /// Writes the difference of two integers of 64 bits, and makes the old one the new one.
  @inline(__always)
  mutating func advanceInteger(
    _ old: UnsafeMutableRawPointer, to new: UnsafeRawPointer
  ) -> Bool {
    let value = new.load(as: Int64.self)
    let difference = value &- old.load(as: Int64.self)
    guard difference != 0 else { return false }
    append(zigzag: difference)
    old.storeBytes(of: value, as: Int64.self)
    return true
  }
}
