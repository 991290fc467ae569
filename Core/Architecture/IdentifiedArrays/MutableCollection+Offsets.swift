public import Foundation

extension IndexSet {
  /// Returns the offsets of a range in their order after a move of these offsets before another.
  func order(in range: Range<Int>, movedTo destination: Int) -> [Int] {
    (range.lowerBound..<destination).filter { !contains($0) } + Array(self)
      + (destination..<range.upperBound).filter { !contains($0) }
  }
}

#if !canImport(SwiftUI)
  // Methods of SwiftUI that reducers use.

  extension RangeReplaceableCollection where Self: MutableCollection {
    /// Removes the elements at a set of offsets.
    public mutating func remove(atOffsets offsets: IndexSet) {
      for offset in offsets.reversed() { remove(at: index(startIndex, offsetBy: offset)) }
    }
  }

  extension MutableCollection {
    /// Moves the elements at a set of offsets before the element at an offset.
    public mutating func move(fromOffsets source: IndexSet, toOffset destination: Int) {
      let all = Array(self)
      let order = source.order(in: all.indices, movedTo: destination)
      for (index, offset) in zip(indices, order) { self[index] = all[offset] }
    }
  }
#endif
