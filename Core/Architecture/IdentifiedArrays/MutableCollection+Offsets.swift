#if !canImport(SwiftUI)
  public import Foundation

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
      let moved = source.map { all[$0] }
      let before = all.indices.filter { $0 < destination && !source.contains($0) }.map { all[$0] }
      let after = all.indices.filter { $0 >= destination && !source.contains($0) }.map { all[$0] }
      for (index, element) in zip(indices, before + moved + after) { self[index] = element }
    }
  }
#endif
