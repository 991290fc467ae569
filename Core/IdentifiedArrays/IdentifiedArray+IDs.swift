extension IdentifiedArray {
  /// The ids of the elements in order.
  @inlinable
  public var ids: IDs { IDs(base: self) }

  /// The ids of an identified array in order, as a view that copies nothing.
  @frozen
  public struct IDs {
    @usableFromInline
    let base: IdentifiedArray

    @inlinable
    init(base: IdentifiedArray) {
      self.base = base
    }

    /// Whether an id is there, in constant time.
    @inlinable
    public func contains(_ id: ID) -> Bool { base.positions[id] != nil }

    /// Returns the position of an id, or nil if it is not there, in constant time.
    @inlinable
    public func firstIndex(of id: ID) -> Int? { base.positions[id] }
  }
}

extension IdentifiedArray.IDs: Sendable where ID: Sendable, Element: Sendable {}

extension IdentifiedArray.IDs: RandomAccessCollection {
  /// The position of the first id: zero.
  @inlinable
  public var startIndex: Int { 0 }

  /// The position behind the last id.
  @inlinable
  public var endIndex: Int { base.count }

  /// The id of the element at a position.
  @inlinable
  public subscript(position: Int) -> ID { base.identify(base.storage[position]) }
}

extension IdentifiedArray.IDs: Hashable {
  /// Whether both hold the same ids in the same order; chunks that they share are not looked at.
  @inlinable
  public static func == (lhs: Self, rhs: Self) -> Bool {
    guard lhs.count == rhs.count else { return false }
    let (left, right) = (lhs.base.storage, rhs.base.storage)
    return left.chunks.indices.allSatisfy { chunk in
      left.sharesChunk(at: chunk, with: right)
        || zip(left.chunks[chunk], right.chunks[chunk])
          .allSatisfy { lhs.base.identify($0) == rhs.base.identify($1) }
    }
  }

  /// Whether the ids are those of an array in the same order.
  @inlinable
  public static func == (lhs: Self, rhs: [ID]) -> Bool { lhs.elementsEqual(rhs) }

  /// Whether the ids are others than those of an array, or in another order.
  @inlinable
  public static func != (lhs: Self, rhs: [ID]) -> Bool { !(lhs == rhs) }

  /// Feeds the ids in order to a hasher.
  @_documentation(visibility: internal)
  @inlinable
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for id in self { hasher.combine(id) }
  }
}

extension IdentifiedArray.IDs: CustomStringConvertible {
  /// The ids as an array of them describes itself.
  public var description: String { Array(self).description }
}

@_documentation(visibility: internal)
extension IdentifiedArray.IDs: CustomReflectable {
  /// A mirror that shows the ids, not the storage.
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: Array(self), displayStyle: .collection)
  }
}
