/// An array stored in chunks of a fixed size. Copies share all chunks that haven't changed since.
///
/// Element `i` is in chunk `i / chunkSize` at slot `i % chunkSize`. All chunks but the last are
/// full, and none is empty. Each chunk is an `Array`, with copy-on-write of its own.
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
    let all = Array(elements)
    chunks = stride(from: 0, to: all.count, by: Self.chunkSize).map {
      Array(all[$0..<Swift.min($0 + Self.chunkSize, all.count)])
    }
  }

  @inlinable
  static var chunkSize: Int { 64 }

  @inlinable
  var count: Int {
    guard let last = chunks.last else { return 0 }
    return (chunks.count - 1) * Self.chunkSize + last.count
  }

  /// Returns whether both arrays use the same storage, and so are equal.
  @inlinable
  func sharesStorage(with other: Self) -> Bool {
    chunks.withUnsafeBufferPointer { chunks in
      other.chunks.withUnsafeBufferPointer {
        $0.baseAddress == chunks.baseAddress && $0.count == chunks.count
      }
    }
  }

  @inlinable
  func sharesChunk(at index: Int, with other: Self) -> Bool {
    guard chunks.indices.contains(index), other.chunks.indices.contains(index) else { return false }
    let address = chunks[index].withUnsafeBufferPointer { UnsafeRawPointer($0.baseAddress) }
    let otherAddress = other.chunks[index].withUnsafeBufferPointer {
      UnsafeRawPointer($0.baseAddress)
    }
    return address == otherAddress && chunks[index].count == other.chunks[index].count
  }

  /// Returns the first index from `start` on at which arrays of equal length share no chunk.
  @inlinable
  func firstUnsharedChunk(from start: Int, with other: Self) -> Int? {
    chunks.withUnsafeBytes { chunks in
      other.chunks.withUnsafeBytes { others in
        // An array is represented by the address of its storage.
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
