import Foundation

/// Finds the changes of a state in its memory, and passes over what is the same.
///
/// The structures within the state are laid out flat: all memory is compared in one pass, and where
/// it differs a table tells the values that stand there.
final class StatePlan {
  private let layout: StateLayout
  private let leaves: UnsafeMutablePointer<Leaf>
  private let leafCount: Int
  private let products: UnsafeMutablePointer<Product>
  /// For each product those around it, from the outermost one in, and itself; `levelCount` for each.
  private let ways: UnsafeMutablePointer<Int>
  private let levelCount: Int
  /// The products whose changes are being written, from the outermost one in.
  private let open: UnsafeMutablePointer<OpenProduct>
  /// For each word of the memory, the first leaf that ends behind the word's start.
  private let firstLeaves: UnsafeMutablePointer<Int32>
  /// The leaves that are to be visited again, even if their memory stays as it is.
  private let unsettled: UnsafeMutablePointer<Int>
  private let wordCount: Int
  private let byteCount: Int

  /// A value whose change is found by its type.
  private struct Leaf: BitwiseCopyable {
    let start: Int
    let end: Int
    /// The place of the structure that the value is a field of, and the number of the field.
    let product: Int
    let field: Int
    /// Kept alive by `layout`, so that it need not be retained for each use.
    let plan: Unmanaged<ValuePlan>
  }

  /// A structure whose fields are found one by one.
  private struct Product: BitwiseCopyable {
    let fieldCount: Int
    /// The number of the field that it is of the structure around it.
    let field: Int
    /// How many structures there are around it.
    let depth: Int
  }

  private struct OpenProduct: BitwiseCopyable {
    let product: Int
    let change: ProductChange
  }

  init(_ layout: StateLayout) {
    self.layout = layout
    leafCount = layout.leaves.count
    leaves = .allocate(capacity: leafCount)
    for (index, leaf) in layout.leaves.enumerated() {
      leaves[index] = Leaf(
        start: leaf.start, end: leaf.end, product: leaf.product, field: leaf.field,
        plan: Unmanaged.passUnretained(leaf.plan))
    }
    let count = layout.products.count
    levelCount = (layout.products.map(\.depth).max() ?? 0) + 1
    products = .allocate(capacity: count)
    ways = .allocate(capacity: count * levelCount)
    for (place, product) in layout.products.enumerated() {
      products[place] = Product(
        fieldCount: product.fieldCount, field: product.field, depth: product.depth)
      var around = place
      for level in (0...product.depth).reversed() {
        ways[place * levelCount + level] = around
        around = layout.products[around].parent
      }
    }
    open = .allocate(capacity: levelCount)
    byteCount = layout.leaves.last?.end ?? 0
    wordCount = (byteCount + 7) / 8
    unsettled = .allocate(capacity: leafCount)
    firstLeaves = .allocate(capacity: wordCount)
    var leaf = 0
    for word in 0..<wordCount {
      while leaves[leaf].end <= word * 8 { leaf += 1 }
      firstLeaves[word] = Int32(leaf)
    }
  }

  deinit {
    leaves.deallocate()
    products.deallocate()
    ways.deallocate()
    open.deallocate()
    firstLeaves.deallocate()
    unsettled.deallocate()
  }
}

extension StatePlan {
  /// The bytes in which the values stand.
  var length: Int { byteCount }

  /// Writes what differs between two states, as their type's `recordChange(from:into:)` does, and
  /// makes the old state the new one.
  ///
  /// `seen` is the memory of the new state as it was the last time, and becomes what it is now.
  func advance(
    _ old: UnsafeMutableRawPointer, seen: UnsafeMutableRawPointer, to new: UnsafeRawPointer,
    into encoder: inout RecordEncoder
  ) -> Bool {
    var walk = Walk()
    var word = 0
    // The last word may be a part of one.
    while word < wordCount &- 1 {
      // Four words at once are the same mostly, and looked at one by one where they are not.
      if word &+ 4 < wordCount, isSame(seen + word &* 8, new + word &* 8) {
        word &+= 4
        continue
      }
      let end = min(word &+ 4, wordCount &- 1)
      while word < end {
        let bits = new.loadUnaligned(fromByteOffset: word &* 8, as: UInt64.self)
        let difference = bits ^ seen.loadUnaligned(fromByteOffset: word &* 8, as: UInt64.self)
        if difference != 0 {
          seen.storeBytes(of: bits, toByteOffset: word &* 8, as: UInt64.self)
          visit(word, where: difference, old, new, &walk, into: &encoder)
        }
        word &+= 1
      }
    }
    if word < wordCount {
      let rest = byteCount &- word &* 8
      if memcmp(seen + word &* 8, new + word &* 8, rest) != 0 {
        (seen + word &* 8).copyMemory(from: new + word &* 8, byteCount: rest)
        visit(word, where: .max, old, new, &walk, into: &encoder)
      }
    }
    while walk.openCount > 0 { closeLast(&walk, into: &encoder) }
    for index in 0..<walk.unsettledCount {
      let start = leaves[unsettled[index]].start
      seen.storeBytes(
        of: ~new.load(fromByteOffset: start, as: UInt8.self), toByteOffset: start, as: UInt8.self)
    }
    return walk.hasChanged
  }

  /// How far one has come in a state.
  private struct Walk {
    /// The first leaf that has not been visited.
    var leaf = 0
    /// How many products are open.
    var openCount = 0
    var unsettledCount = 0
    var hasChanged = false
  }

  @inline(__always)
  private func isSame(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) -> Bool {
    let bits =
      old.loadUnaligned(as: SIMD4<UInt64>.self) ^ new.loadUnaligned(as: SIMD4<UInt64>.self)
    let half = bits.lowHalf | bits.highHalf
    return half[0] | half[1] == 0
  }

  /// Writes the changes of the values that stand in a word where bits of it differ.
  private func visit(
    _ word: Int, where difference: UInt64, _ old: UnsafeMutableRawPointer, _ new: UnsafeRawPointer,
    _ walk: inout Walk, into encoder: inout RecordEncoder
  ) {
    var index = max(Int(firstLeaves[word]), walk.leaf)
    while index < leafCount, leaves[index].start < word &* 8 &+ 8 {
      let leaf = leaves[index]
      if isOutside(leaf, word, difference) {
        // It may differ in the next word.
        if leaf.end > word &* 8 &+ 8 { break }
        index &+= 1
        continue
      }
      index &+= 1
      enter(leaf.product, &walk, into: &encoder)
      let hasChanged = leaf.plan._withUnsafeGuaranteedRef {
        $0.advance(old + leaf.start, new + leaf.start, &encoder)
      }
      if encoder.takeSeparateStorage() {
        unsettled[walk.unsettledCount] = index &- 1
        walk.unsettledCount &+= 1
      }
      if hasChanged { mark(leaf.field, &walk, into: &encoder) }
    }
    walk.leaf = index
  }

  /// Whether none of the bytes of a leaf that stand in a word are among those that differ.
  ///
  /// What stands between two leaves is not recorded, and may be anything.
  @inline(__always)
  private func isOutside(_ leaf: Leaf, _ word: Int, _ difference: UInt64) -> Bool {
    let lower = leaf.start &- word &* 8
    let upper = leaf.end &- word &* 8
    if lower <= 0, upper >= 8 { return false }
    let bytes = UInt64.max >> UInt64(64 &- (min(upper, 8) &- max(lower, 0)) &* 8)
    return (bytes << UInt64(max(lower, 0) &* 8)) & difference.littleEndian == 0
  }

  /// Notes that a field of the innermost open product has changed.
  @inline(__always)
  private func mark(_ field: Int, _ walk: inout Walk, into encoder: inout RecordEncoder) {
    if walk.openCount > 0 {
      encoder.mark(field, of: open[walk.openCount &- 1].change)
    } else {
      walk.hasChanged = true
    }
  }

  /// Opens a product, and closes those that it is not within.
  @inline(__always)
  private func enter(_ product: Int, _ walk: inout Walk, into encoder: inout RecordEncoder) {
    if walk.openCount > 0, open[walk.openCount &- 1].product == product { return }
    if product >= 0 { move(to: product, &walk, into: &encoder) }
  }

  private func move(to product: Int, _ walk: inout Walk, into encoder: inout RecordEncoder) {
    let depth = products[product].depth
    let way = ways + product &* levelCount
    while walk.openCount > 0 {
      let level = walk.openCount &- 1
      if level <= depth, way[level] == open[level].product { break }
      closeLast(&walk, into: &encoder)
    }
    // None is to be opened where the one that is gone back to is open still.
    while walk.openCount <= depth {
      let level = walk.openCount
      if !encoder.enterProduct() {
        encoder.failTooDeep(named: layout.products[way[level]].typeName)
      }
      let change = encoder.openProduct(fieldCount: products[way[level]].fieldCount)
      open[level] = OpenProduct(product: way[level], change: change)
      walk.openCount = level &+ 1
    }
  }

  @inline(__always)
  private func closeLast(_ walk: inout Walk, into encoder: inout RecordEncoder) {
    walk.openCount &-= 1
    let last = open[walk.openCount]
    encoder.leave()
    if encoder.close(last.change) { mark(products[last.product].field, &walk, into: &encoder) }
  }
}
