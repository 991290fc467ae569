import RecordCoding

/// The distinct rows of a chunk by first occurrence. A dictionary would have to own each key.
struct RowTable {
  /// The rows, whose memory is the caller's.
  private(set) var rows: [UnsafeRawBufferPointer] = []
  private var hashes: [UInt64] = []
  /// The index of a row plus 1 for each slot, or 0 if the slot is empty.
  private var slots = [Int32](repeating: 0, count: 256)

  /// Returns the index of a row in `rows`, after appending the row if it is new.
  mutating func index(of row: UnsafeRawBufferPointer) -> Int {
    let hash = Self.hash(of: row)
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] != 0 {
      let index = Int(slots[slot]) - 1
      if hashes[index] == hash, rows[index].elementsEqual(row) { return index }
      slot = (slot + 1) & (slots.count - 1)
    }
    rows.append(row)
    hashes.append(hash)
    slots[slot] = Int32(rows.count)
    if rows.count * 2 > slots.count { grow() }
    return rows.count - 1
  }

  private mutating func grow() {
    slots = [Int32](repeating: 0, count: slots.count * 2)
    for (index, hash) in hashes.enumerated() {
      var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(index + 1)
    }
  }

  private static func hash(of row: UnsafeRawBufferPointer) -> UInt64 {
    let hash = Digest(row).value
    return hash ^ hash >> 32
  }
}
