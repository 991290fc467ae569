import RecordCoding

extension StatePlan {
  struct Walk {
    private let tables: Tables
    private let old: UnsafeMutableRawPointer
    private let new: UnsafeRawPointer
    /// The end of the last visited leaf.
    private var end = 0
    /// The ancestors of that leaf, and the number of ancestors with written masks.
    private var ancestors: UnsafeMutablePointer<Ancestor>
    private var openCount = 0
    /// The innermost of these ancestors.
    private var parent = Self.noParent

    private static var noParent: Int32 { -2 }

    @inline(__always)
    init(
      _ tables: Tables, from old: UnsafeMutableRawPointer, to new: UnsafeRawPointer
    ) {
      self.tables = tables
      self.old = old
      self.new = new
      ancestors = tables.ancestors
    }

    /// Writes the changes of the leaves at the set bits of a mask. The first bit is at `offset`.
    @inline(__always)
    mutating func visit(_ mask: UInt64, at offset: Int, into encoder: inout RecordEncoder) {
      var mask = end > offset ? Self.bits(of: mask, from: end &- offset) : mask
      while mask != 0 {
        let leaf = tables.leafOfByte[offset &+ mask.trailingZeroBitCount]
        if _slowPath(leaf == StatePlan.noLeaf) {
          // Padding between leaves is undefined.
          mask &= mask &- 1
        } else {
          visit(tables.leaves + Int(leaf), into: &encoder)
          mask = Self.bits(of: mask, from: end &- offset)
        }
      }
    }

    @inline(__always)
    private static func bits(of mask: UInt64, from start: Int) -> UInt64 {
      start < StatePlan.blockLength ? mask & (UInt64.max &<< UInt64(truncatingIfNeeded: start)) : 0
    }

    /// Marks a leaf and writes its change. Removes the mark if the values are equal after all.
    // Each part appears only once: a second copy would take space in the instruction cache.
    @inline(__always)
    private mutating func visit(
      _ leaf: UnsafeMutablePointer<Leaf>, into encoder: inout RecordEncoder
    ) {
      end = Int(leaf.pointee.end)
      let start = encoder.count
      var around = openCount
      // For most leaves but the first, all ancestors are open.
      if leaf.pointee.parent != parent {
        around = openCount == 0 ? 0 : commonAncestorCount(with: leaf.pointee.ancestors)
        open(leaf, from: around, into: &encoder)
      }
      if around > 0 {
        let inner = leaf.pointee.ancestors + (around &- 1)
        encoder.memory[tables.open[around &- 1] &+ inner.pointee.mark] |= inner.pointee.bit
      }
      if _fastPath(advance(leaf, into: &encoder)) {
        openCount = leaf.pointee.ancestorCount
        parent = leaf.pointee.parent
      } else {
        openCount = around
        parent = Self.noParent
        tables.undo(leaf, to: around, from: start, &encoder)
      }
    }

    /// Writes the masks of a leaf's ancestors, starting with the one at index `around`.
    @inline(__always)
    private mutating func open(
      _ leaf: UnsafeMutablePointer<Leaf>, from around: Int, into encoder: inout RecordEncoder
    ) {
      let offset = leaf.pointee.ancestors[around].maskOffset
      openAncestors(of: leaf, from: around, begin: encoder.count &- offset)
      ancestors = leaf.pointee.ancestors
      writeMasks(of: leaf, from: offset, into: &encoder)
    }

    /// Writes the change of a leaf, if there is one, and updates the old value.
    @inline(__always)
    private func advance(
      _ leaf: UnsafeMutablePointer<Leaf>, into encoder: inout RecordEncoder
    ) -> Bool {
      let old = old + Int(leaf.pointee.start)
      let new = new + Int(leaf.pointee.start)
      guard let plan = leaf.pointee.plan else { return encoder.advanceInteger(old, to: new) }
      return encoder.withDepth(increasedBy: leaf.pointee.ancestorCount) { encoder in
        plan._withUnsafeGuaranteedRef { $0.advance(old, new, &encoder) }
      }
    }

    /// Returns the number of open ancestors that a leaf shares. All leaves share the outermost one.
    @inline(__always)
    private func commonAncestorCount(with others: UnsafeMutablePointer<Ancestor>) -> Int {
      var count = 1
      // Leaves are in memory order: once an ancestor ends, no later leaf has it.
      while count < openCount, ancestors[count].product == others[count].product { count &+= 1 }
      return count
    }

    @inline(__always)
    private func openAncestors(
      of leaf: UnsafeMutablePointer<Leaf>, from around: Int, begin: Int
    ) {
      var ancestor = around
      repeat {
        tables.open[ancestor] = begin
        tables.open[ancestor &+ 1] = begin
        tables.open[ancestor &+ 2] = begin
        ancestor &+= StatePlan.ancestorsAtOnce
      } while ancestor < leaf.pointee.ancestorCount
    }

    /// Writes the masks of a leaf's ancestors, starting at an offset.
    @inline(__always)
    private func writeMasks(
      of leaf: UnsafeMutablePointer<Leaf>, from start: Int, into encoder: inout RecordEncoder
    ) {
      let count = leaf.pointee.maskCount &- start
      if _fastPath(leaf.pointee.maskCount <= 8) {
        let word = leaf.pointee.firstMasks &>> UInt64(truncatingIfNeeded: start &* 8)
        encoder.append(word: word.littleEndian, count: count)
      } else {
        encoder.append(
          contentsOf: UnsafeRawBufferPointer(start: leaf.pointee.masks + start, count: count))
      }
    }
  }
}
