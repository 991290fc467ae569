/// Whether two values are the same in memory, and so equal; equal ones may differ there.
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

/// Whether so many bytes are the same.
@inlinable
@inline(__always)
func isSameMemory(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer, _ count: Int) -> Bool {
  var place = 0
  while place &+ 8 <= count {
    let isSame =
      one.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      == other.loadUnaligned(fromByteOffset: place, as: UInt64.self)
    if !isSame { return false }
    place &+= 8
  }
  while place < count {
    let isSame =
      one.load(fromByteOffset: place, as: UInt8.self)
      == other.load(fromByteOffset: place, as: UInt8.self)
    if !isSame { return false }
    place &+= 1
  }
  return true
}

extension RecordEncoder {
  /// Writes the changes of those elements of two runs of the same length whose memory differs.
  ///
  /// `change` is given the index of each of them, and writes its change if there is one.
  @inlinable
  @inline(__always)
  mutating func elements<Element: Recordable>(
    from old: UnsafePointer<Element>, to new: UnsafePointer<Element>, count: Int,
    at position: Int = 0, of changes: inout ElementChanges,
    change: (inout RecordEncoder, Int) -> Bool
  ) {
    // What stands between two elements is not theirs, and may be anything.
    for index in 0..<count
    where !isSameMemory(old + index, new + index, MemoryLayout<Element>.size) {
      element(position + index, of: &changes) { change(&$0, index) }
    }
  }
}
