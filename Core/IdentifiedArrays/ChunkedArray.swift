/// An array held in chunks of a fixed size, so that copies which differ in a few places share the rest.
///
/// Element `i` stands in chunk `i / chunkSize` at slot `i % chunkSize`: all chunks but the last are
/// full, and none is empty. Each chunk is an `Array`, which brings copy-on-write for each chunk.
@frozen
@usableFromInline
struct ChunkedArray<Element> {
  @usableFromInline
  var chunks: [[Element]]

  @inlinable
  init() {
    chunks = []
  }

  @inlinable
  init(_ elements: some Sequence<Element>) {
    chunks = []
    for element in elements { append(element) }
  }

  @inlinable
  static var chunkSize: Int { 64 }

  @inlinable
  var count: Int {
    guard let last = chunks.last else { return 0 }
    return (chunks.count - 1) * Self.chunkSize + last.count
  }

  /// Whether both arrays are one and the same piece of memory, and so equal.
  @inlinable
  func sharesStorage(with other: Self) -> Bool {
    chunks.withUnsafeBufferPointer { chunks in
      other.chunks.withUnsafeBufferPointer {
        $0.baseAddress == chunks.baseAddress && $0.count == chunks.count
      }
    }
  }

  /// Whether both arrays hold the chunk at `index` in one and the same piece of memory.
  @inlinable
  func sharesChunk(at index: Int, with other: Self) -> Bool {
    guard chunks.indices.contains(index), other.chunks.indices.contains(index) else { return false }
    let address = chunks[index].withUnsafeBufferPointer { UnsafeRawPointer($0.baseAddress) }
    let otherAddress = other.chunks[index].withUnsafeBufferPointer {
      UnsafeRawPointer($0.baseAddress)
    }
    return address == otherAddress && chunks[index].count == other.chunks[index].count
  }

  /// The index of the first chunk from one on that another array of the same length holds in other
  /// memory.
  @inlinable
  func firstUnsharedChunk(from start: Int, with other: Self) -> Int? {
    chunks.withUnsafeBytes { chunks in
      other.chunks.withUnsafeBytes { others in
        // An array is the address of its memory.
        let addresses = chunks.assumingMemoryBound(to: UInt.self)
        let otherAddresses = others.assumingMemoryBound(to: UInt.self)
        var index = start
        while index < addresses.count {
          if addresses[index] != otherAddresses[index] { return index }
          index += 1
        }
        return nil
      }
    }
  }
}

extension ChunkedArray: Sendable where Element: Sendable {}

extension ChunkedArray: Equatable where Element: Equatable {
  @inlinable
  static func == (lhs: Self, rhs: Self) -> Bool {
    guard lhs.chunks.count == rhs.chunks.count else { return false }
    return lhs.chunks.indices.allSatisfy { index in
      lhs.sharesChunk(at: index, with: rhs) || lhs.chunks[index] == rhs.chunks[index]
    }
  }
}
