import CSystem
import RecordCoding

extension StatePlan {
  static var blockLength: Int { 64 }

  /// Writes the change between two states like `recordChange(from:into:)`, and updates the old
  /// state.
  ///
  /// `snapshot` holds the bytes of the state at the previous step, and is updated to the new ones.
  func advance(
    _ old: UnsafeMutableRawPointer, snapshot: UnsafeMutableRawPointer, to new: UnsafeRawPointer,
    into encoder: inout RecordEncoder
  ) -> Bool {
    if _slowPath(changesInPlace), mayHaveChangedInPlace() {
      return advanceShared(old, snapshot: snapshot, to: new, into: &encoder)
    }
    let start = encoder.count
    let last = length &- Self.blockLength
    if _slowPath(last < 0) {
      advanceSmall(old, snapshot: snapshot, to: new, into: &encoder)
      return encoder.count != start
    }
    var walk = Walk(tables, from: old, to: new)
    var offset = 0
    while true {
      let difference = differing_bytes_of_64(snapshot + offset, new + offset)
      if difference != 0 {
        (snapshot + offset).copyMemory(from: new + offset, byteCount: Self.blockLength)
        walk.visit(difference, at: offset, into: &encoder)
      }
      if offset == last { return encoder.count != start }
      // The last block may overlap the previous one, whose bytes no longer differ.
      offset = min(offset &+ Self.blockLength, last)
    }
  }

  /// Whether a leaf may have changed in place. Exact if all such leaves count their changes.
  var mayChangeInPlace: Bool {
    changesInPlace && !(countsChanges && ChangesInPlace.count == knownChanges)
  }

  /// Returns whether a leaf may have changed in place since the last call.
  private func mayHaveChangedInPlace() -> Bool {
    guard countsChanges else { return true }
    let count = ChangesInPlace.count
    defer { knownChanges = count }
    return count != knownChanges
  }

  @inline(never)
  private func advanceShared(
    _ old: UnsafeMutableRawPointer, snapshot: UnsafeMutableRawPointer, to new: UnsafeRawPointer,
    into encoder: inout RecordEncoder
  ) -> Bool {
    let start = encoder.count
    var walk = Walk(tables, from: old, to: new)
    var offset = 0
    while offset < length {
      let count = min(Self.blockLength, length - offset)
      var difference = Self.differingBytes(snapshot + offset, new + offset, count)
      for byte in 0..<count where sharedStarts[offset + byte] {
        difference |= 1 &<< UInt64(byte)
      }
      (snapshot + offset).copyMemory(from: new + offset, byteCount: count)
      walk.visit(difference, at: offset, into: &encoder)
      offset += count
    }
    return encoder.count != start
  }

  /// Encodes the initial values of the leaves that can change in place.
  func begin(with state: UnsafeMutableRawPointer) {
    if countsChanges { knownChanges = ChangesInPlace.count }
    for index in sharedLeaves {
      let leaf = layout.leaves[index]
      // The first value has no predecessor, so its change is discarded.
      var encoder = RecordEncoder()
      _ = leaf.plan.advance(state + leaf.start, state + leaf.start, &encoder)
    }
  }

  /// The parts of a state that can change in place, one for each leaf compared by its encoding.
  var shared: [SharedReference] { sharedLeaves.compactMap { layout.leaves[$0].shared } }

  @inline(never)
  private func advanceSmall(
    _ old: UnsafeMutableRawPointer, snapshot: UnsafeMutableRawPointer, to new: UnsafeRawPointer,
    into encoder: inout RecordEncoder
  ) {
    let difference = Self.differingBytes(snapshot, new, length)
    snapshot.copyMemory(from: new, byteCount: length)
    var walk = Walk(tables, from: old, to: new)
    walk.visit(difference, at: 0, into: &encoder)
  }

  /// Returns a mask of the differing bytes among up to 64, as `differing_bytes_of_64` does.
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
}
