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
  private let tables: Tables
  /// The leaves that can change without a change of their memory.
  private let sharedLeaves: [Int]
  /// For each byte of the memory whether such a leaf begins there; empty if there is none.
  private let sharedStarts: [Bool]
  /// Whether there is such a leaf; kept, because to ask an array would be felt in each step.
  private let changesInPlace: Bool

  /// Where everything is; copied for each state, as a class is looked up again after each change.
  private struct Tables: BitwiseCopyable {
    let leaves: UnsafeMutablePointer<Leaf>
    /// For each leaf the structures around it, from the outermost one in.
    let levels: UnsafeMutablePointer<Level>
    /// For each leaf the masks of the structures around it, as if it alone had changed.
    let masks: UnsafeMutableRawPointer
    /// For each structure that is open, where the masks of all around it would begin if they stood
    /// before its own.
    let open: UnsafeMutablePointer<Int>
    /// For each byte of the memory the leaf that it is of, or `noLeaf`.
    let leafOfByte: UnsafeMutablePointer<Int32>

    /// Takes back what was written of a leaf that has not changed after all.
    @inline(never)
    func takeBack(
      _ leaf: UnsafeMutablePointer<Leaf>, to around: Int, from start: Int,
      _ encoder: inout RecordEncoder
    ) {
      encoder.rewind(to: start)
      guard around > 0 else { return }
      let inner = leaf.pointee.levels + (around &- 1)
      encoder.memory[open[around &- 1] &+ inner.pointee.mark] &= ~inner.pointee.bit
    }
  }

  /// A value whose change is found by its type.
  // As large as what the processor fetches at once.
  private struct Leaf: BitwiseCopyable {
    let start: Int
    let end: Int
    /// The structures around it, and how many there are.
    let levels: UnsafeMutablePointer<Level>
    let levelCount: Int
    /// Their masks, how many bytes they have, and the first eight.
    let masks: UnsafeRawPointer
    let maskCount: Int
    let firstMasks: UInt64
    /// Nil for integers, whose change is written at once.
    let plan: Unmanaged<ValuePlan>?
  }

  /// A structure around a leaf.
  private struct Level: BitwiseCopyable {
    let product: Int
    /// How many bytes the masks of the structures around this one have.
    let maskOffset: Int
    /// Where the byte is in all masks of the leaf that has the bit of the field in which the leaf is.
    let mark: Int
    let bit: UInt8
  }

  private static var noLeaf: Int32 { -1 }

  /// How many levels are opened at once, be there fewer or not.
  private static var levelsAtOnce: Int { 3 }

  init(_ layout: StateLayout) {
    self.layout = layout
    let length = layout.leaves.last?.end ?? 0
    self.length = length
    let sharedLeaves = layout.leaves.indices.filter { layout.leaves[$0].shared != nil }
    var sharedStarts = [Bool](repeating: false, count: sharedLeaves.isEmpty ? 0 : length)
    for index in sharedLeaves { sharedStarts[layout.leaves[index].start] = true }
    (self.sharedLeaves, self.sharedStarts) = (sharedLeaves, sharedStarts)
    changesInPlace = !sharedLeaves.isEmpty
    var allMasks: [UInt8] = []
    var allLevels: [Level] = []
    var firsts: [(masks: Int, maskCount: Int, level: Int)] = []
    for leaf in layout.leaves {
      let start = allMasks.count
      let firstLevel = allLevels.count
      for step in leaf.way {
        let offset = allMasks.count - start
        let byte = step.field / 8
        let bit: UInt8 = 1 << UInt8(step.field % 8)
        allLevels.append(
          Level(product: step.product, maskOffset: offset, mark: offset + byte, bit: bit))
        var mask = [UInt8](repeating: 0, count: (step.fieldCount + 7) / 8)
        mask[byte] = bit
        allMasks += mask
      }
      // Behind the last one stands where all masks end.
      allLevels.append(Level(product: -1, maskOffset: allMasks.count - start, mark: 0, bit: 0))
      firsts.append((start, allMasks.count - start, firstLevel))
    }
    // The first eight of each leaf are read at once.
    allMasks += [UInt8](repeating: 0, count: 8)
    let masks = UnsafeMutableRawPointer.allocate(byteCount: allMasks.count, alignment: 8)
    masks.copyMemory(from: allMasks, byteCount: allMasks.count)
    let levels = UnsafeMutablePointer<Level>.allocate(capacity: allLevels.count)
    levels.initialize(from: allLevels, count: allLevels.count)
    let leaves = UnsafeMutableRawPointer.allocate(
      byteCount: max(layout.leaves.count, 1) * MemoryLayout<Leaf>.stride, alignment: 64
    ).bindMemory(to: Leaf.self, capacity: layout.leaves.count)
    let leafOfByte = UnsafeMutablePointer<Int32>.allocate(capacity: length)
    leafOfByte.initialize(repeating: Self.noLeaf, count: length)
    for (index, leaf) in layout.leaves.enumerated() {
      let first = firsts[index]
      leaves[index] = Leaf(
        start: leaf.start, end: leaf.end, levels: levels + first.level,
        levelCount: leaf.way.count, masks: masks + first.masks, maskCount: first.maskCount,
        firstMasks: UInt64(littleEndian: (masks + first.masks).loadUnaligned(as: UInt64.self)),
        plan: leaf.plan.isInteger ? nil : Unmanaged.passUnretained(leaf.plan))
      for byte in leaf.start..<leaf.end { leafOfByte[byte] = Int32(index) }
    }
    tables = Tables(
      leaves: leaves, levels: levels, masks: masks,
      open: .allocate(capacity: StateLayout.mostLevels + Self.levelsAtOnce),
      leafOfByte: leafOfByte)
  }

  deinit {
    tables.leaves.deallocate()
    tables.levels.deallocate()
    tables.masks.deallocate()
    tables.open.deallocate()
    tables.leafOfByte.deallocate()
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
    if changesInPlace {
      return advanceShared(old, seen: seen, to: new, into: &encoder)
    }
    let start = encoder.count
    let last = length &- Self.stretch
    guard last >= 0 else {
      advanceSmall(old, seen: seen, to: new, into: &encoder)
      return encoder.count != start
    }
    var walk = Walk(tables, from: old, to: new)
    var place = 0
    while true {
      let difference = differing_bytes_of_64(seen + place, new + place)
      if difference != 0 {
        (seen + place).copyMemory(from: new + place, byteCount: Self.stretch)
        walk.visit(difference, at: place, into: &encoder)
      }
      if place == last { return encoder.count != start }
      // The last stretch may begin within the one before, of which nothing differs any more.
      place = min(place &+ Self.stretch, last)
    }
  }

  /// Does the same for a state of which some values can change without a change of their memory:
  /// those are visited in each step.
  @inline(never)
  private func advanceShared(
    _ old: UnsafeMutableRawPointer, seen: UnsafeMutableRawPointer, to new: UnsafeRawPointer,
    into encoder: inout RecordEncoder
  ) -> Bool {
    let start = encoder.count
    var walk = Walk(tables, from: old, to: new)
    var place = 0
    while place < length {
      let count = min(Self.stretch, length - place)
      var difference = Self.differingBytes(seen + place, new + place, count)
      for byte in 0..<count where sharedStarts[place + byte] {
        difference |= 1 &<< UInt64(byte)
      }
      (seen + place).copyMemory(from: new + place, byteCount: count)
      walk.visit(difference, at: place, into: &encoder)
      place += count
    }
    return encoder.count != start
  }

  /// Notes what the values are of which the memory does not tell whether they change.
  func begin(with state: UnsafeMutableRawPointer) {
    for index in sharedLeaves {
      let leaf = layout.leaves[index]
      // What differs from the state before is of no interest.
      var encoder = RecordEncoder()
      _ = leaf.plan.advance(state + leaf.start, state + leaf.start, &encoder)
    }
  }

  /// The parts of a state that can change without a change of their memory, one for each value that
  /// is compared by what it is recorded as.
  var shared: [SharedReference] { sharedLeaves.compactMap { layout.leaves[$0].shared } }

  @inline(never)
  private func advanceSmall(
    _ old: UnsafeMutableRawPointer, seen: UnsafeMutableRawPointer, to new: UnsafeRawPointer,
    into encoder: inout RecordEncoder
  ) {
    let difference = Self.differingBytes(seen, new, length)
    seen.copyMemory(from: new, byteCount: length)
    var walk = Walk(tables, from: old, to: new)
    walk.visit(difference, at: 0, into: &encoder)
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
    private let tables: Tables
    private let old: UnsafeMutableRawPointer
    private let new: UnsafeRawPointer
    /// Where the leaf ends that was visited last.
    private var end = 0
    /// The structures around it, and how many of them are open.
    private var levels: UnsafeMutablePointer<Level>
    private var openCount = 0

    @inline(__always)
    init(
      _ tables: Tables, from old: UnsafeMutableRawPointer, to new: UnsafeRawPointer
    ) {
      self.tables = tables
      self.old = old
      self.new = new
      levels = tables.levels
    }

    /// Writes the changes of the values in whose bytes a mask has bits, from a place on.
    @inline(__always)
    mutating func visit(_ mask: UInt64, at place: Int, into encoder: inout RecordEncoder) {
      var mask = end > place ? Self.bits(of: mask, from: end &- place) : mask
      while mask != 0 {
        let leaf = tables.leafOfByte[place &+ mask.trailingZeroBitCount]
        if leaf == StatePlan.noLeaf {
          // What stands between two leaves is not recorded, and may be anything.
          mask &= mask &- 1
        } else {
          visit(tables.leaves + Int(leaf), into: &encoder)
          mask = Self.bits(of: mask, from: end &- place)
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
    private mutating func visit(
      _ leaf: UnsafeMutablePointer<Leaf>, into encoder: inout RecordEncoder
    ) {
      let start = encoder.count
      var around = 0
      var offset = 0
      if openCount > 0 {
        around = levelsInCommon(with: leaf.pointee.levels)
        offset = leaf.pointee.levels[around].maskOffset
        let inner = leaf.pointee.levels + (around &- 1)
        encoder.memory[tables.open[around &- 1] &+ inner.pointee.mark] |= inner.pointee.bit
      }
      openLevels(of: leaf, from: around, begin: start &- offset)
      end = leaf.pointee.end
      levels = leaf.pointee.levels
      openCount = leaf.pointee.levelCount
      writeMasks(of: leaf, from: offset, into: &encoder)
      let old = old + leaf.pointee.start
      let new = new + leaf.pointee.start
      let hasChanged =
        if let plan = leaf.pointee.plan {
          encoder.isDeeper(by: leaf.pointee.levelCount) { encoder in
            plan._withUnsafeGuaranteedRef { $0.advance(old, new, &encoder) }
          }
        } else {
          encoder.advanceInteger(old, to: new)
        }
      if !hasChanged {
        openCount = around
        tables.takeBack(leaf, to: around, from: start, &encoder)
      }
    }

    /// How many of the structures around a leaf are open; all leaves have the outermost in common.
    @inline(__always)
    private func levelsInCommon(with others: UnsafeMutablePointer<Level>) -> Int {
      var count = 1
      // Where one has ended, those behind it belong to no leaf that is still to come.
      while count < openCount, levels[count].product == others[count].product { count &+= 1 }
      return count
    }

    /// Notes where the masks of the structures around a leaf are, from a level on.
    @inline(__always)
    private func openLevels(
      of leaf: UnsafeMutablePointer<Leaf>, from around: Int, begin: Int
    ) {
      var level = around
      repeat {
        tables.open[level] = begin
        tables.open[level &+ 1] = begin
        tables.open[level &+ 2] = begin
        level &+= StatePlan.levelsAtOnce
      } while level < leaf.pointee.levelCount
    }

    /// Writes the masks of the structures around a leaf from a byte on.
    @inline(__always)
    private func writeMasks(
      of leaf: UnsafeMutablePointer<Leaf>, from start: Int, into encoder: inout RecordEncoder
    ) {
      let count = leaf.pointee.maskCount &- start
      if leaf.pointee.maskCount <= 8 {
        let word = leaf.pointee.firstMasks &>> UInt64(truncatingIfNeeded: start &* 8)
        encoder.append(word: word.littleEndian, count: count)
      } else {
        encoder.append(
          contentsOf: UnsafeRawBufferPointer(start: leaf.pointee.masks + start, count: count))
      }
    }
  }
}
