/// An ordered collection of elements with unique ids, found by id as quickly as by position.
///
/// Copies share what they have in common: while a copy is held elsewhere, changing one element in
/// place copies the chunk of 64 that it stands in, and nothing else of the elements. Finding by id
/// is O(1); inserting and removing elsewhere than at the end is O(*n*).
@frozen
public struct IdentifiedArray<ID: Hashable, Element> {
  /// The key path of the property that identifies an element.
  public let id: any KeyPath<Element, ID> & Sendable

  /// Reads an element's id: for identifiable elements a plain call, several times as quick as a
  /// key path.
  // Unsafe only to the compiler: the initializers make it from a conformance or from a
  // sendable key path, and it captures nothing else.
  @usableFromInline
  nonisolated(unsafe) let identify: (Element) -> ID

  @usableFromInline
  var storage = ChunkedArray<Element>()

  /// The position of each element by its id: storage of its own, untouched by changes in place.
  @usableFromInline
  var positions: [ID: Int] = [:]

  @inlinable
  init(id: any KeyPath<Element, ID> & Sendable, identify: @escaping (Element) -> ID) {
    self.id = id
    self.identify = identify
  }

  /// Creates an empty array that identifies its elements as another one does.
  @inlinable
  init(identifyingAs other: Self) {
    self.init(id: other.id, identify: other.identify)
  }
}

/// An identified array of elements that are identified by their own `id`.
public typealias IdentifiedArrayOf<Element: Identifiable> = IdentifiedArray<Element.ID, Element>

extension IdentifiedArray: Sendable where ID: Sendable, Element: Sendable {}

extension IdentifiedArray {
  /// The number of elements that one chunk of storage holds.
  @inlinable
  package static var chunkSize: Int { ChunkedArray<Element>.chunkSize }

  /// The number of chunks that hold the elements.
  @inlinable
  package var chunkCount: Int { storage.chunks.count }

  /// Whether two arrays hold their elements in one and the same piece of memory.
  @inlinable
  package func sharesStorage(with other: Self) -> Bool {
    storage.sharesStorage(with: other.storage)
  }

  /// Whether both arrays hold the chunk at an index in the same memory, and so equal elements there.
  ///
  /// The chunk at index `c` holds the elements from position `c * chunkSize` on. An index beyond
  /// either array's chunks is not shared.
  @inlinable
  package func sharesChunk(at chunkIndex: Int, with other: Self) -> Bool {
    storage.sharesChunk(at: chunkIndex, with: other.storage)
  }

  /// Makes this the same as another array of the same length, chunk by chunk, and calls `body` for
  /// each chunk that was not shared before: with the position of its first element, and the elements
  /// here and there.
  ///
  /// The list of the chunks of a long array stays one of its own, so that the other array can change
  /// its own in place.
  @inlinable
  package mutating func follow(
    _ other: Self,
    _ body: (Int, UnsafeBufferPointer<Element>, UnsafeBufferPointer<Element>) -> Void
  ) {
    precondition(other.count == count, "arrays of different lengths have different chunks")
    let keepsList = chunkCount > 16
    var index = 0
    while let changed = storage.firstUnsharedChunk(from: index, with: other.storage) {
      storage.chunks[changed].withUnsafeBufferPointer { own in
        other.storage.chunks[changed].withUnsafeBufferPointer { chunk in
          body(changed * Self.chunkSize, own, chunk)
        }
      }
      if keepsList { storage.chunks[changed] = other.storage.chunks[changed] }
      index = changed + 1
    }
    if !keepsList { self = other }
  }
}
