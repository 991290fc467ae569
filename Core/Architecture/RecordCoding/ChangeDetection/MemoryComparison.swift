/// Returns whether two values have the same bytes. Values with different bytes may still be equal.
@inlinable
@inline(__always)
func isSameMemory<Value>(_ one: Value, _ other: Value) -> Bool {
  withUnsafeBytes(of: one) { one in
    withUnsafeBytes(of: other) { other in
      isSameMemory(
        one.baseAddress.unsafelyUnwrapped, other.baseAddress.unsafelyUnwrapped, one.count)
    }
  }
}

@inlinable
@inline(__always)
func isSameMemory(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer, _ count: Int) -> Bool {
  var offset = 0
  while offset &+ 8 <= count {
    let isSame =
      one.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      == other.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    if !isSame { return false }
    offset &+= 8
  }
  while offset < count {
    let isSame =
      one.load(fromByteOffset: offset, as: UInt8.self)
      == other.load(fromByteOffset: offset, as: UInt8.self)
    if !isSame { return false }
    offset &+= 1
  }
  return true
}

extension RecordEncoder {
  /// Writes the changes of elements whose bytes differ. `change` returns whether it wrote one.
  @inlinable
  @inline(__always)
  mutating func elements<Element: Recordable>(
    from old: UnsafePointer<Element>, to new: UnsafePointer<Element>, count: Int,
    at position: Int = 0, of changes: inout ElementChanges,
    change: (inout RecordEncoder, Int) -> Bool
  ) {
    // Compares `size` bytes, not `stride`: the padding between elements is undefined.
    for index in 0..<count
    where !isSameMemory(old + index, new + index, MemoryLayout<Element>.size) {
      element(position + index, of: &changes) { change(&$0, index) }
    }
  }
}
