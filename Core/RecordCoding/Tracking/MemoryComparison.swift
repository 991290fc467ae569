public import Foundation

/// The offset of the first byte that differs.
@inlinable
@inline(__always)
func firstDifference(
  _ one: UnsafeRawPointer, _ other: UnsafeRawPointer, in range: Range<Int>
) -> Int? {
  var place = range.lowerBound
  // Long runs are compared by the system, which is quickest at it, and then looked at closely.
  while place &+ 128 <= range.upperBound, memcmp(one + place, other + place, 128) == 0 {
    place &+= 128
  }
  while place &+ 8 <= range.upperBound {
    let bits =
      one.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      ^ other.loadUnaligned(fromByteOffset: place, as: UInt64.self)
    if bits != 0 { return place &+ bits.littleEndian.trailingZeroBitCount / 8 }
    place &+= 8
  }
  while place < range.upperBound {
    let isSame =
      one.load(fromByteOffset: place, as: UInt8.self)
      == other.load(fromByteOffset: place, as: UInt8.self)
    if !isSame { return place }
    place &+= 1
  }
  return nil
}

extension RecordEncoder {
  /// Writes the changes of the elements of two runs of the same length that stand at a position,
  /// passing over memory that is the same.
  @inlinable
  mutating func elements<Element: Recordable>(
    from old: UnsafeBufferPointer<Element>, to new: UnsafeBufferPointer<Element>, at position: Int,
    of changes: inout ElementChanges
  ) {
    guard let oldStart = old.baseAddress, let newStart = new.baseAddress else { return }
    // What stands between two elements is not theirs, and may be anything.
    for index in 0..<new.count
    where firstDifference(
      oldStart + index, newStart + index, in: 0..<MemoryLayout<Element>.size) != nil
    {
      element(position + index, of: &changes) {
        $0.encodeChange(from: old[index], to: new[index])
      }
    }
  }
}
