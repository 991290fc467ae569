import RecordCoding

/// The tables that map the bytes of a state's memory to its leaves and their change masks.
///
/// Nested structures are laid out flat. All memory is compared in one pass, and a table gives the
/// leaf at each differing byte and the masks of its ancestors.
final class StatePlan {
  /// The length of the compared memory, in bytes.
  let length: Int

  // Keeps the value plans of the leaves alive.
  let layout: StateLayout
  let tables: Tables
  /// The indices of the leaves that can change while their memory stays the same.
  let sharedLeaves: [Int]
  /// For each byte of the memory, whether such a leaf starts there. Empty if there are none.
  let sharedStarts: [Bool]
  /// Whether there are such leaves. Stored, because asking the array at every step costs time.
  let changesInPlace: Bool
  /// Whether all such leaves count their changes.
  let countsChanges: Bool
  /// The value of `ChangesInPlace.count` at the last comparison.
  var knownChanges: UInt64 = 0

  /// Pointers to the tables. Copied per state: class properties are reloaded after each write.
  struct Tables: BitwiseCopyable {
    let leaves: UnsafeMutablePointer<Leaf>
    /// The ancestors of each leaf, outermost first.
    let ancestors: UnsafeMutablePointer<Ancestor>
    /// The masks of each leaf's ancestors, as if only that leaf had changed.
    let masks: UnsafeMutableRawPointer
    /// The offset of each open ancestor's masks, minus the length of the masks of all its
    /// ancestors.
    let open: UnsafeMutablePointer<Int>
    /// The index of the leaf at each byte of the memory, or `noLeaf`.
    let leafOfByte: UnsafeMutablePointer<Int32>

    /// Removes the masks written for a leaf that turned out to be equal.
    @inline(never)
    func undo(
      _ leaf: UnsafeMutablePointer<Leaf>, to around: Int, from start: Int,
      _ encoder: inout RecordEncoder
    ) {
      encoder.rewind(to: start)
      guard around > 0 else { return }
      let inner = leaf.pointee.ancestors + (around &- 1)
      encoder.memory[open[around &- 1] &+ inner.pointee.mark] &= ~inner.pointee.bit
    }
  }

  // Fills one cache line.
  struct Leaf: BitwiseCopyable {
    let start: Int32
    let end: Int32
    /// The index of the structure that contains the leaf directly.
    let parent: Int32
    /// The ancestors, outermost first, and their number.
    let ancestors: UnsafeMutablePointer<Ancestor>
    let ancestorCount: Int
    /// The masks of the ancestors, their length in bytes, and their first eight bytes.
    let masks: UnsafeRawPointer
    let maskCount: Int
    let firstMasks: UInt64
    /// `nil` for integers, whose change is written inline.
    let plan: Unmanaged<ValuePlan>?
  }

  struct Ancestor: BitwiseCopyable {
    let product: Int
    /// The length of the masks of this structure's own ancestors, in bytes.
    let maskOffset: Int
    /// The offset, in the leaf's masks, of the byte that marks the field with the leaf.
    let mark: Int
    let bit: UInt8
  }

  static var noLeaf: Int32 { -1 }

  /// The number of ancestors opened per iteration, regardless of depth.
  static var ancestorsAtOnce: Int { 3 }

  init(_ layout: StateLayout) {
    self.layout = layout
    let length = layout.leaves.last?.end ?? 0
    self.length = length
    let sharedLeaves = layout.leaves.indices.filter { layout.leaves[$0].shared != nil }
    var sharedStarts = [Bool](repeating: false, count: sharedLeaves.isEmpty ? 0 : length)
    for index in sharedLeaves { sharedStarts[layout.leaves[index].start] = true }
    (self.sharedLeaves, self.sharedStarts) = (sharedLeaves, sharedStarts)
    changesInPlace = !sharedLeaves.isEmpty
    countsChanges = sharedLeaves.allSatisfy { layout.leaves[$0].shared?.countsChanges == true }
    var allMasks: [UInt8] = []
    var allAncestors: [Ancestor] = []
    var firsts: [(masks: Int, maskCount: Int, ancestor: Int)] = []
    for leaf in layout.leaves {
      let start = allMasks.count
      let firstAncestor = allAncestors.count
      for step in leaf.ancestors {
        let offset = allMasks.count - start
        let byte = step.field / 8
        let bit: UInt8 = 1 << UInt8(step.field % 8)
        allAncestors.append(
          Ancestor(product: step.product, maskOffset: offset, mark: offset + byte, bit: bit))
        var mask = [UInt8](repeating: 0, count: (step.fieldCount + 7) / 8)
        mask[byte] = bit
        allMasks += mask
      }
      // A sentinel that holds the end of all masks.
      allAncestors.append(
        Ancestor(product: -1, maskOffset: allMasks.count - start, mark: 0, bit: 0))
      firsts.append((start, allMasks.count - start, firstAncestor))
    }
    // The first eight bytes of each leaf are read as one word.
    allMasks += [UInt8](repeating: 0, count: 8)
    let masks = UnsafeMutableRawPointer.allocate(byteCount: allMasks.count, alignment: 8)
    masks.copyMemory(from: allMasks, byteCount: allMasks.count)
    let ancestors = UnsafeMutablePointer<Ancestor>.allocate(capacity: allAncestors.count)
    ancestors.initialize(from: allAncestors, count: allAncestors.count)
    let leaves = UnsafeMutableRawPointer.allocate(
      byteCount: max(layout.leaves.count, 1) * MemoryLayout<Leaf>.stride, alignment: 64
    ).bindMemory(to: Leaf.self, capacity: layout.leaves.count)
    let leafOfByte = UnsafeMutablePointer<Int32>.allocate(capacity: length)
    leafOfByte.initialize(repeating: Self.noLeaf, count: length)
    for (index, leaf) in layout.leaves.enumerated() {
      let first = firsts[index]
      leaves[index] = Leaf(
        start: Int32(leaf.start), end: Int32(leaf.end),
        parent: Int32(leaf.ancestors.last?.product ?? -1),
        ancestors: ancestors + first.ancestor, ancestorCount: leaf.ancestors.count,
        masks: masks + first.masks, maskCount: first.maskCount,
        firstMasks: UInt64(littleEndian: (masks + first.masks).loadUnaligned(as: UInt64.self)),
        plan: leaf.plan.isInteger ? nil : Unmanaged.passUnretained(leaf.plan))
      for byte in leaf.start..<leaf.end { leafOfByte[byte] = Int32(index) }
    }
    tables = Tables(
      leaves: leaves, ancestors: ancestors, masks: masks,
      open: .allocate(capacity: StateLayout.maximumDepth + Self.ancestorsAtOnce),
      leafOfByte: leafOfByte)
  }

  deinit {
    tables.leaves.deallocate()
    tables.ancestors.deallocate()
    tables.masks.deallocate()
    tables.open.deallocate()
    tables.leafOfByte.deallocate()
  }
}
