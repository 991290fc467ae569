import RecordCoding

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Bitwise comparisons that precede comparisons by value: values with the same bits are equal.
///
/// A step leaves most of a state unchanged, and comparing values one by one takes ten times as
/// long. These comparisons are for arrays of recorded values and pairs.
extension Array where Element: Equatable {
  private static var chunkLength: Int { 64 }

  /// Returns whether elements have the same bits as in a second array, and are therefore equal.
  func hasSameBits(as other: [Element], in range: Range<Int>, from start: Int) -> Bool {
    withUnsafeBytes { own in
      other.withUnsafeBytes { other in
        guard let own = own.baseAddress, let other = other.baseAddress else { return true }
        let stride = MemoryLayout<Element>.stride
        return own == other && start == range.lowerBound
          || memcmp(
            own + range.lowerBound * stride, other + start * stride, range.count * stride) == 0
      }
    }
  }

  /// Returns the first index, from `start` on, at which the arrays differ or the shorter one ends.
  func firstDifference(from other: [Element], at start: Int = 0) -> Int {
    let end = Swift.min(count, other.count)
    var next = start
    while next < end {
      let range = next..<Swift.min(next + Self.chunkLength, end)
      if !hasSameBits(as: other, in: range, from: next) {
        for index in range where self[index] != other[index] { return index }
      }
      next = range.upperBound
    }
    return end
  }

  func middle(beside other: [Element]) -> (own: ArraySlice<Element>, other: ArraySlice<Element>) {
    let start = firstDifference(from: other)
    let maxTail = Swift.min(count, other.count) - start
    var tail = 0
    while tail < maxTail {
      let length = Swift.min(Self.chunkLength, maxTail - tail)
      let (end, otherEnd) = (count - tail, other.count - tail)
      if !hasSameBits(as: other, in: end - length..<end, from: otherEnd - length),
        let index = (1...length).first(where: { self[end - $0] != other[otherEnd - $0] })
      {
        tail += index - 1
        break
      }
      tail += length
    }
    return (self[start..<count - tail], other[start..<other.count - tail])
  }
}
