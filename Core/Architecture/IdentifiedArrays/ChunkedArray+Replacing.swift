extension ChunkedArray {
  @inlinable
  mutating func append(_ element: Element) {
    let last = chunks.count - 1
    if last >= 0, chunks[last].count < Self.chunkSize {
      chunks[last].append(element)
    } else {
      var chunk: [Element] = []
      if last >= 0 { chunk.reserveCapacity(Self.chunkSize) }
      chunk.append(element)
      chunks.append(chunk)
    }
  }

  @inlinable
  mutating func insert(_ element: Element, at position: Int) {
    var carried = element
    var slot = position % Self.chunkSize
    for chunk in (position / Self.chunkSize)..<chunks.count {
      guard chunks[chunk].count == Self.chunkSize else {
        chunks[chunk].insert(carried, at: slot)
        return
      }
      let overflow = chunks[chunk].removeLast()
      chunks[chunk].insert(carried, at: slot)
      carried = overflow
      slot = 0
    }
    append(carried)
  }

  @inlinable
  mutating func remove(at position: Int) -> Element {
    let chunk = position / Self.chunkSize
    let element = chunks[chunk].remove(at: position % Self.chunkSize)
    refill(chunk)
    return element
  }

  /// Replaces the element at `position` and all elements after it. Earlier chunks remain shared
  /// with copies.
  @inlinable
  mutating func replaceSuffix(from position: Int, with elements: some Sequence<Element>) {
    let chunk = position / Self.chunkSize
    if chunk < chunks.count {
      let slot = position % Self.chunkSize
      chunks.removeSubrange((slot == 0 ? chunk : chunk + 1)...)
      if slot > 0 { chunks[chunk].removeSubrange(slot...) }
    }
    for element in elements { append(element) }
  }

  @inlinable
  mutating func removeAll(keepingCapacity keepCapacity: Bool) {
    chunks.removeAll(keepingCapacity: keepCapacity)
  }

  /// Moves an element out, leaving a gap until ``lower(_:at:)`` or ``closeGap(at:)`` is called.
  ///
  /// The last element of the chunk fills the gap in the meantime, so the cost does not depend on
  /// the position and no other element moves.
  @inlinable
  mutating func lift(at position: Int) -> Element {
    Self.lift(from: &chunks[position / Self.chunkSize], slot: position % Self.chunkSize)
  }

  /// Moves an element into the gap left by ``lift(at:)``.
  @inlinable
  mutating func lower(_ element: consuming Element, at position: Int) {
    Self.lower(
      element, into: &chunks[position / Self.chunkSize], slot: position % Self.chunkSize)
  }

  @inlinable
  mutating func closeGap(at position: Int) {
    let chunk = position / Self.chunkSize
    let slot = position % Self.chunkSize
    if slot < chunks[chunk].count {
      let standIn = chunks[chunk].remove(at: slot)
      chunks[chunk].append(standIn)
    }
    refill(chunk)
  }

  @inlinable
  static func lift(from chunk: inout [Element], slot: Int) -> Element {
    chunk.swapAt(slot, chunk.count - 1)
    return chunk.removeLast()
  }

  @inlinable
  static func lower(_ element: consuming Element, into chunk: inout [Element], slot: Int) {
    chunk.append(element)
    chunk.swapAt(slot, chunk.count - 1)
  }

  /// Fills the chunk at `start`, which lacks one element, from the chunks after it.
  @inlinable
  mutating func refill(_ start: Int) {
    for chunk in start..<(chunks.count - 1) {
      let first = chunks[chunk + 1].removeFirst()
      chunks[chunk].append(first)
    }
    if let last = chunks.last, last.isEmpty { chunks.removeLast() }
  }
}
