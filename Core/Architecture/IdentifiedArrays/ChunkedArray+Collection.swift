extension ChunkedArray: RandomAccessCollection, MutableCollection {
  @inlinable
  var startIndex: Int { 0 }

  @inlinable
  var endIndex: Int { count }

  @inlinable
  subscript(position: Int) -> Element {
    get {
      precondition(position >= 0, "the position \(position) is negative")
      return chunks[position / Self.chunkSize][position % Self.chunkSize]
    }
    _modify {
      precondition(position >= 0, "the position \(position) is negative")
      yield &chunks[position / Self.chunkSize][position % Self.chunkSize]
    }
  }

  @inlinable
  func makeIterator() -> FlattenSequence<[[Element]]>.Iterator {
    chunks.joined().makeIterator()
  }
}
