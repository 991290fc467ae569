/// An ordered collection of elements with unique ids, which finds elements by id in constant time.
///
///     var todos: IdentifiedArrayOf<Todo.State> = [Todo.State(id: 1, title: "Milk")]
///     todos[id: 1]?.title = "Bread"
///     let exists = todos.ids.contains(1)
///
/// Copies share storage. Modifying an element in place while a copy exists copies only the chunk of
/// up to 64 elements that contains it. Finding an element by id is O(1); inserting and removing
/// elements other than at the end is O(*n*).
@frozen
public struct IdentifiedArray<ID: Hashable, Element> {
  /// The key path of the property that identifies an element.
  public let id: any KeyPath<Element, ID> & Sendable

  /// Returns an element's id. For identifiable elements, this is faster than a key path.
  // `nonisolated(unsafe)`, because it captures only a conformance or a sendable key path.
  @usableFromInline
  nonisolated(unsafe) let identify: (Element) -> ID

  /// The elements. Modify them only through `storage`, which stamps the change.
  @usableFromInline
  var contents = ChunkedArray<Element>()

  @usableFromInline
  var stamp = ChangeStamp()

  /// The position of each element by id, in separate storage that in-place changes don't touch.
  @usableFromInline
  var positions: [ID: Int] = [:]

  @inlinable
  init(id: any KeyPath<Element, ID> & Sendable, identify: @escaping (Element) -> ID) {
    self.id = id
    self.identify = identify
  }

  /// The elements. Modifications are stamped.
  @inlinable
  var storage: ChunkedArray<Element> {
    _read { yield contents }
    _modify {
      stamp.note()
      yield &contents
    }
  }

  /// Accesses the element at a position. Modifications are stamped as changes of that element.
  @inlinable
  subscript(stored position: Int) -> Element {
    _read { yield contents[position] }
    _modify {
      stamp.note(at: position)
      yield &contents[position]
    }
  }

  /// Creates an empty array that identifies elements like an existing array.
  @inlinable
  init(identifyingAs other: Self) {
    self.init(id: other.id, identify: other.identify)
  }
}

/// An identified array whose elements are `Identifiable`.
public typealias IdentifiedArrayOf<Element: Identifiable> = IdentifiedArray<Element.ID, Element>

extension IdentifiedArray: Sendable where ID: Sendable, Element: Sendable {}

extension IdentifiedArray {
  /// Whether the ids differ. They may not if the array was created without checking them.
  package var hasUniqueIDs: Bool { positions.count == count }

  /// The number of elements in a full chunk.
  @inlinable
  package static var chunkSize: Int { ChunkedArray<Element>.chunkSize }

  @inlinable
  package var chunkCount: Int { storage.chunks.count }

  @inlinable
  package func sharesStorage(with other: Self) -> Bool {
    storage.sharesStorage(with: other.storage)
  }

  /// Returns whether both arrays use the same storage for a chunk, whose elements are then equal.
  ///
  /// Chunk `c` starts at position `c * chunkSize`. Returns `false` if either array lacks the chunk.
  @inlinable
  package func sharesChunk(at chunkIndex: Int, with other: Self) -> Bool {
    storage.sharesChunk(at: chunkIndex, with: other.storage)
  }

  /// Copies a changed array, with the same length and ids, into `old` by sharing its chunks.
  ///
  /// Sharing makes the next change fast to find. For each run of elements that may differ, calls
  /// `compare` with the position of the first one, pointers to the old and new elements, and their
  /// count. The list of chunks isn't shared.
  @inlinable
  package static func follow(
    from old: UnsafeMutablePointer<Self>, to new: UnsafePointer<Self>,
    _ compare: (Int, UnsafePointer<Element>, UnsafePointer<Element>, Int) -> Void
  ) {
    precondition(
      new.pointee.count == old.pointee.count, "cannot share chunks of arrays of different lengths")
    if let position = old.pointee.stamp.onlyDifference(to: new.pointee.stamp) {
      let chunk = position / chunkSize
      shareChunk(chunk, from: old, to: new) { own, start, _ in
        let slot = position % chunkSize
        compare(position, own + slot, start + slot, 1)
      }
    } else {
      var index = 0
      while let changed = old.pointee.contents.firstUnsharedChunk(
        from: index, with: new.pointee.contents)
      {
        shareChunk(changed, from: old, to: new) { compare(changed * chunkSize, $0, $1, $2) }
        index = changed + 1
      }
    }
    old.pointee.stamp = new.pointee.stamp
  }

  /// Calls `compare` with both versions of a chunk and its element count, then shares the new one.
  @inlinable
  static func shareChunk(
    _ chunk: Int, from old: UnsafeMutablePointer<Self>, to new: UnsafePointer<Self>,
    _ compare: (UnsafePointer<Element>, UnsafePointer<Element>, Int) -> Void
  ) {
    old.pointee.contents.chunks[chunk].withUnsafeBufferPointer { own in
      new.pointee.contents.chunks[chunk].withUnsafeBufferPointer { elements in
        compare(
          own.baseAddress.unsafelyUnwrapped, elements.baseAddress.unsafelyUnwrapped, own.count)
      }
    }
    old.pointee.contents.chunks[chunk] = new.pointee.contents.chunks[chunk]
  }

  /// Copies a changed array with one chunk into `old` without sharing the chunk. The new array can
  /// then be modified in place without a copy.
  ///
  /// `advance` receives the old and new elements and their count, and must update the old ones.
  @inlinable
  package static func followApart(
    from old: UnsafeMutablePointer<Self>, to new: UnsafePointer<Self>,
    _ advance: (UnsafeMutablePointer<Element>, UnsafePointer<Element>, Int) -> Void
  ) {
    precondition(
      new.pointee.chunkCount == 1 && new.pointee.count == old.pointee.count,
      "both arrays must have one chunk and the same length")
    // The new array stays in place until this returns, so its chunk needs no retain.
    let chunk = new.pointee.contents.chunks[0].withUnsafeBufferPointer { $0 }
    old.pointee.contents.chunks[0].withUnsafeMutableBufferPointer { own in
      guard let own = own.baseAddress, let start = chunk.baseAddress else { return }
      advance(own, start, chunk.count)
    }
    old.pointee.stamp = new.pointee.stamp
  }

  /// Copies the change like `followApart`, if only one element changed. Returns whether it did.
  ///
  /// `advance` receives the element's position, and the old and new elements.
  @inlinable
  @inline(__always)
  package static func followElementApart(
    from old: UnsafeMutablePointer<Self>, to new: UnsafePointer<Self>,
    _ advance: (Int, UnsafeMutablePointer<Element>, UnsafePointer<Element>) -> Void
  ) -> Bool {
    guard let position = old.pointee.stamp.onlyDifference(to: new.pointee.stamp),
      new.pointee.contents.chunks.count == 1
    else { return false }
    let chunk = new.pointee.contents.chunks[0].withUnsafeBufferPointer { $0 }
    old.pointee.contents.chunks[0].withUnsafeMutableBufferPointer { own in
      precondition(position < own.count && own.count == chunk.count, "the arrays differ in size")
      advance(
        position, own.baseAddress.unsafelyUnwrapped + position,
        chunk.baseAddress.unsafelyUnwrapped + position)
    }
    old.pointee.stamp = new.pointee.stamp
    return true
  }
}

extension IdentifiedArray: Equatable where Element: Equatable {
  /// Returns whether both arrays have equal elements in the same order. Skips shared chunks.
  @inlinable
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.storage == rhs.storage
  }
}

@_documentation(visibility: internal)
extension IdentifiedArray: Hashable where Element: Hashable {
  /// Hashes the elements in order.
  @inlinable
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for element in storage { hasher.combine(element) }
  }
}

extension IdentifiedArray: ExpressibleByArrayLiteral
where Element: Identifiable, ID == Element.ID {
  /// Creates an array from a literal, whose elements must have unique ids.
  @inlinable
  public init(arrayLiteral elements: Element...) {
    self.init()
    appendUnique(elements)
  }
}

extension IdentifiedArray: CustomStringConvertible {
  /// A textual representation of the elements, in the format of an array.
  public var description: String { elements.description }
}

@_documentation(visibility: internal)
extension IdentifiedArray: CustomDebugStringConvertible {
  /// A textual representation of the element type and the elements.
  public var debugDescription: String {
    "IdentifiedArray<\(Element.self)>(\(elements.debugDescription))"
  }
}

@_documentation(visibility: internal)
extension IdentifiedArray: CustomReflectable {
  /// A mirror of the elements, without the storage.
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: storage, displayStyle: .collection)
  }
}

@_documentation(visibility: internal)
extension IdentifiedArray: Encodable where Element: Encodable {
  /// Encodes the elements as an array.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(elements)
  }
}

@_documentation(visibility: internal)
extension IdentifiedArray: Decodable
where Element: Decodable & Identifiable, ID == Element.ID {
  /// Creates an array by decoding its elements. A duplicate id throws a `DecodingError`.
  public init(from decoder: any Decoder) throws {
    self.init()
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd {
      let element = try container.decode(Element.self)
      let (inserted, index) = append(element)
      guard inserted else {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(
            codingPath: decoder.codingPath,
            debugDescription: "The elements at \(index) and \(container.currentIndex - 1) have"
              + " the same id \(element.id). Give each element an id of its own."))
      }
    }
  }
}
