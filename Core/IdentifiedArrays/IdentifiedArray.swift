/// An ordered collection of elements with unique ids, found by id as quickly as by position.
///
///     var todos: IdentifiedArrayOf<Todo.State> = [Todo.State(id: 1, title: "Milk")]
///     todos[id: 1]?.title = "Bread"
///     let isThere = todos.ids.contains(1)
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

  /// The elements; only to be changed through `storage`, so that the change is stamped.
  @usableFromInline
  var contents = ChunkedArray<Element>()

  @usableFromInline
  var stamp = ChangeStamp()

  /// The position of each element by its id: storage of its own, untouched by changes in place.
  @usableFromInline
  var positions: [ID: Int] = [:]

  @inlinable
  init(id: any KeyPath<Element, ID> & Sendable, identify: @escaping (Element) -> ID) {
    self.id = id
    self.identify = identify
  }

  /// The elements, whose changes are stamped.
  @inlinable
  var storage: ChunkedArray<Element> {
    _read { yield contents }
    _modify {
      stamp.note()
      yield &contents
    }
  }

  /// The element at a position, whose change is stamped as one of it alone.
  @inlinable
  subscript(stored position: Int) -> Element {
    _read { yield contents[position] }
    _modify {
      stamp.note(at: position)
      yield &contents[position]
    }
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

  /// Makes an array the same as another one of the same length and the same identities, and shares
  /// its chunks, so that the next time those are found quickly that differ.
  ///
  /// For each run of elements that may differ, `compare` is called with the position of its first
  /// element, the elements in both, and how many there are. The list of the chunks stays one of its own.
  @inlinable
  package static func follow(
    from old: UnsafeMutablePointer<Self>, to new: UnsafePointer<Self>,
    _ compare: (Int, UnsafePointer<Element>, UnsafePointer<Element>, Int) -> Void
  ) {
    precondition(
      new.pointee.count == old.pointee.count, "arrays of different lengths have different chunks")
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

  /// Makes a chunk the other array's own, once `compare` has seen the elements in both, and how many
  /// there are.
  @inlinable
  static func shareChunk(
    _ chunk: Int, from old: UnsafeMutablePointer<Self>, to new: UnsafePointer<Self>,
    _ compare: (UnsafePointer<Element>, UnsafePointer<Element>, Int) -> Void
  ) {
    old.pointee.contents.chunks[chunk].withUnsafeBufferPointer { own in
      new.pointee.contents.chunks[chunk].withUnsafeBufferPointer { elements in
        // A chunk is never empty.
        compare(
          own.baseAddress.unsafelyUnwrapped, elements.baseAddress.unsafelyUnwrapped, own.count)
      }
    }
    old.pointee.contents.chunks[chunk] = new.pointee.contents.chunks[chunk]
  }

  /// Makes an array of one chunk the same as another one, without sharing its chunk, so that changing
  /// the other one in place need not copy it.
  ///
  /// `advance` is called with the elements in both and how many there are, and makes the old ones the
  /// new ones.
  @inlinable
  package static func followApart(
    from old: UnsafeMutablePointer<Self>, to new: UnsafePointer<Self>,
    _ advance: (UnsafeMutablePointer<Element>, UnsafePointer<Element>, Int) -> Void
  ) {
    precondition(
      new.pointee.chunkCount == 1 && new.pointee.count == old.pointee.count,
      "an array of several chunks, or of another length, is not followed element by element")
    // The other array stands where it is until this returns, so its chunk is not retained for that.
    let chunk = new.pointee.contents.chunks[0].withUnsafeBufferPointer { $0 }
    old.pointee.contents.chunks[0].withUnsafeMutableBufferPointer { own in
      guard let own = own.baseAddress, let start = chunk.baseAddress else { return }
      advance(own, start, chunk.count)
    }
    old.pointee.stamp = new.pointee.stamp
  }

  /// Does the same if the other array has one chunk and is this one after one change of one element;
  /// returns whether it is.
  ///
  /// `advance` is called with the position of the element, and with the element in both.
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
      precondition(position < own.count && own.count == chunk.count, "another array's change")
      advance(
        position, own.baseAddress.unsafelyUnwrapped + position,
        chunk.baseAddress.unsafelyUnwrapped + position)
    }
    old.pointee.stamp = new.pointee.stamp
    return true
  }
}

extension IdentifiedArray: Equatable where Element: Equatable {
  /// Whether both arrays hold equal elements in the same order; chunks that they share are equal.
  @inlinable
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.storage == rhs.storage
  }
}

@_documentation(visibility: internal)
extension IdentifiedArray: Hashable where Element: Hashable {
  /// Feeds the elements in order to a hasher.
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
  /// The elements as an array of them describes itself.
  public var description: String { elements.description }
}

@_documentation(visibility: internal)
extension IdentifiedArray: CustomReflectable {
  /// A mirror that shows the elements, not the storage.
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
  /// Decodes an array of elements; an id that is there twice is a `DecodingError`.
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
