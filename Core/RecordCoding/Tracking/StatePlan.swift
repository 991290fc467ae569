import CByteMasks

/// Finds the changes of a state in its memory, and passes over what is the same.
///
/// The structures within the state are laid out flat: all memory is compared in one pass, and where
/// it differs a table tells the value that stands there, and the bytes that lead to it.
final class StatePlan {
  /// The bytes in which the values stand.
  let length: Int

  // Keeps alive what the leaves refer to.
  private let layout: StateLayout
  private let leaves: UnsafeMutablePointer<Leaf>
  /// For each leaf the structures around it, from the outermost one in.
  private let levels: UnsafeMutablePointer<Level>
  /// For each leaf the masks of the structures around it, as if it alone had changed.
  private let masks: UnsafeMutableRawPointer
  /// For each structure that is open, where the masks of all around it would begin if they stood
  /// before its own.
  private let open: UnsafeMutablePointer<Int>
  /// For each byte of the memory the leaf that it is of, or `noLeaf`.
  private let leafOfByte: UnsafeMutablePointer<Int32>

  /// A value whose change is found by its type.
  private struct Leaf: BitwiseCopyable {
    let start: Int
    let end: Int
    /// Where its levels begin, and how many structures there are around it.
    let levels: Int
    let levelCount: Int
    /// Where its masks begin, and how many bytes they have.
    let masks: Int
    let maskCount: Int
    let isInteger: Bool
    let plan: Unmanaged<ValuePlan>
  }

  /// A structure around a leaf.
  private struct Level: BitwiseCopyable {
    let product: Int
    /// The number of the field in which the leaf is.
    let field: Int
    /// How many bytes the masks of the structures around this one have.
    let maskOffset: Int
  }

  private static var noLeaf: Int32 { -1 }

  /// How many levels are opened at once, be there fewer or not.
  private static var levelsAtOnce: Int { 3 }

  init(_ layout: StateLayout) {
    self.layout = layout
    length = layout.leaves.last?.end ?? 0
    leaves = .allocate(capacity: layout.leaves.count)
    leafOfByte = .allocate(capacity: length)
    leafOfByte.initialize(repeating: Self.noLeaf, count: length)
    levels = .allocate(capacity: layout.leaves.map { $0.way.count + 1 }.reduce(0, +))
    open = .allocate(capacity: StateLayout.mostLevels + Self.levelsAtOnce)
    var levelCount = 0
    var allMasks: [UInt8] = []
    for (index, leaf) in layout.leaves.enumerated() {
      let start = allMasks.count
      let firstLevel = levelCount
      for step in leaf.way {
        levels[levelCount] = Level(
          product: step.product, field: step.field, maskOffset: allMasks.count - start)
        levelCount += 1
        var mask = [UInt8](repeating: 0, count: (step.fieldCount + 7) / 8)
        mask[step.field / 8] = 1 << UInt8(step.field % 8)
        allMasks += mask
      }
      // Behind the last one stands where all masks end.
      levels[levelCount] = Level(product: -1, field: 0, maskOffset: allMasks.count - start)
      levelCount += 1
      leaves[index] = Leaf(
        start: leaf.start, end: leaf.end, levels: firstLevel, levelCount: leaf.way.count,
        masks: start, maskCount: allMasks.count - start, isInteger: leaf.plan.isInteger,
        plan: Unmanaged.passUnretained(leaf.plan))
      for byte in leaf.start..<leaf.end { leafOfByte[byte] = Int32(index) }
    }
    // They are read a word at a time.
    allMasks += [UInt8](repeating: 0, count: 8)
    masks = .allocate(byteCount: allMasks.count, alignment: 8)
    masks.copyMemory(from: allMasks, byteCount: allMasks.count)
  }

  deinit {
    leaves.deallocate()
    levels.deallocate()
    masks.deallocate()
    open.deallocate()
    leafOfByte.deallocate()
  }
}

extension StatePlan {
  /// How many bytes are compared at once.
  private static var stretch: Int { 64 }

  /// Writes what differs between two states, as their type's `recordChange(from:into:)` does, and
  /// makes the old state the new one.
  ///
  /// `seen` is the memory of the new state as it was the last time, and becomes what it is now.
  func advance(
    _ old: UnsafeMutableRawPointer, seen: UnsafeMutableRawPointer, to new: UnsafeRawPointer,
    into encoder: inout RecordEncoder
  ) -> Bool {
    var walk = Walk()
    let last = length &- Self.stretch
    if last < 0 {
      let difference = Self.differingBytes(seen, new, length)
      seen.copyMemory(from: new, byteCount: length)
      visit(difference, at: 0, old, new, &walk, into: &encoder)
    } else {
      var place = 0
      while true {
        let difference = differing_bytes_of_64(seen + place, new + place)
        if difference != 0 {
          (seen + place).copyMemory(from: new + place, byteCount: Self.stretch)
          visit(difference, at: place, old, new, &walk, into: &encoder)
        }
        if place == last { break }
        // The last stretch may begin within the one before, of which nothing differs any more.
        place = min(place &+ Self.stretch, last)
      }
    }
    return walk.hasChanged
  }

  /// Tells as `differing_bytes_of_64` which of fewer bytes differ.
  private static func differingBytes(
    _ one: UnsafeRawPointer, _ other: UnsafeRawPointer, _ count: Int
  ) -> UInt64 {
    var mask: UInt64 = 0
    for byte in 0..<count {
      let isSame =
        one.load(fromByteOffset: byte, as: UInt8.self)
        == other.load(fromByteOffset: byte, as: UInt8.self)
      if !isSame { mask |= 1 &<< UInt64(byte) }
    }
    return mask
  }

  /// How far one has come in a state.
  private struct Walk {
    /// Where the leaf ends that was visited last.
    var end = 0
    /// Where its levels begin, and how many of them are open.
    var levels = 0
    var openCount = 0
    var hasChanged = false
  }

  /// Writes the changes of the values in whose bytes a mask has bits, from a place on.
  @inline(__always)
  private func visit(
    _ mask: UInt64, at place: Int, _ old: UnsafeMutableRawPointer, _ new: UnsafeRawPointer,
    _ walk: inout Walk, into encoder: inout RecordEncoder
  ) {
    var mask = walk.end > place ? Self.bits(of: mask, from: walk.end &- place) : mask
    while mask != 0 {
      let leaf = leafOfByte[place &+ mask.trailingZeroBitCount]
      if leaf == Self.noLeaf {
        // What stands between two leaves is not recorded, and may be anything.
        mask &= mask &- 1
      } else {
        let leaf = leaves + Int(leaf)
        visit(leaf, old, new, &walk, into: &encoder)
        mask = Self.bits(of: mask, from: leaf.pointee.end &- place)
      }
    }
  }

  @inline(__always)
  private static func bits(of mask: UInt64, from start: Int) -> UInt64 {
    start < stretch ? mask & (UInt64.max &<< UInt64(truncatingIfNeeded: start)) : 0
  }

  /// Writes the change of a leaf, behind the masks of the structures around it that are not open.
  ///
  /// The masks say that it has changed; should it not have, all is taken back.
  @inline(__always)
  private func visit(
    _ leaf: UnsafeMutablePointer<Leaf>, _ old: UnsafeMutableRawPointer, _ new: UnsafeRawPointer,
    _ walk: inout Walk, into encoder: inout RecordEncoder
  ) {
    let start = encoder.count
    let levels = levels + leaf.pointee.levels
    var around = 0
    if walk.openCount > 0 {
      around = levelsInCommon(with: levels, walk)
      let inner = levels + (around &- 1)
      encoder.mark(
        inner.pointee.field, inMaskAt: open[around &- 1] &+ inner.pointee.maskOffset)
    }
    openLevels(of: leaf, from: around, maskOffset: levels[around].maskOffset, into: &encoder)
    let hasChanged =
      leaf.pointee.isInteger
      ? encoder.advanceInteger(old + leaf.pointee.start, to: new + leaf.pointee.start)
      : encoder.isDeeper(by: leaf.pointee.levelCount) { encoder in
        leaf.pointee.plan._withUnsafeGuaranteedRef {
          $0.advance(old + leaf.pointee.start, new + leaf.pointee.start, &encoder)
        }
      }
    walk.end = leaf.pointee.end
    walk.levels = leaf.pointee.levels
    walk.openCount = leaf.pointee.levelCount
    if hasChanged {
      walk.hasChanged = true
    } else {
      takeBack(leaf, to: around, from: start, &walk, &encoder)
    }
  }

  /// How many of the structures around a leaf are open; all leaves have the outermost in common.
  @inline(__always)
  private func levelsInCommon(with levels: UnsafeMutablePointer<Level>, _ walk: Walk) -> Int {
    let last = self.levels + walk.levels
    var count = 1
    // Where one has ended, those behind it belong to no leaf that is still to come.
    while count < walk.openCount, last[count].product == levels[count].product { count &+= 1 }
    return count
  }

  /// Writes the masks of the structures around a leaf from a level on.
  @inline(__always)
  private func openLevels(
    of leaf: UnsafeMutablePointer<Leaf>, from around: Int, maskOffset: Int,
    into encoder: inout RecordEncoder
  ) {
    let begin = encoder.count &- maskOffset
    var level = around
    repeat {
      open[level] = begin
      open[level &+ 1] = begin
      open[level &+ 2] = begin
      level &+= Self.levelsAtOnce
    } while level < leaf.pointee.levelCount
    var offset = maskOffset
    repeat {
      let word = masks.loadUnaligned(
        fromByteOffset: leaf.pointee.masks &+ offset, as: UInt64.self)
      encoder.append(word: word, count: min(leaf.pointee.maskCount &- offset, 8))
      offset &+= 8
    } while offset < leaf.pointee.maskCount
  }

  /// Takes back what was written of a leaf that has not changed after all.
  @inline(never)
  private func takeBack(
    _ leaf: UnsafeMutablePointer<Leaf>, to around: Int, from start: Int, _ walk: inout Walk,
    _ encoder: inout RecordEncoder
  ) {
    encoder.rewind(to: start)
    walk.openCount = around
    guard around > 0 else { return }
    let inner = levels + (leaf.pointee.levels &+ around &- 1)
    encoder.unmark(inner.pointee.field, inMaskAt: open[around &- 1] &+ inner.pointee.maskOffset)
  }
}
