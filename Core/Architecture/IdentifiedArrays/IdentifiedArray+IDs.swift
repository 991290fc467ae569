extension IdentifiedArray {
  /// The ids of the elements in order.
  @inlinable
  public var ids: IDs { IDs(base: self) }

  /// A view of the ids of an identified array, in order.
  @frozen
  public struct IDs {
    @usableFromInline
    let base: IdentifiedArray

    @inlinable
    init(base: IdentifiedArray) {
      self.base = base
    }

    /// Returns whether the array has an element with an id, in constant time.
    @inlinable
    public func contains(_ id: ID) -> Bool { base.positions[id] != nil }

    /// Returns the position of an id in constant time, or `nil` if there is none.
    @inlinable
    public func firstIndex(of id: ID) -> Int? { base.positions[id] }
  }
}

extension IdentifiedArray.IDs: Sendable where ID: Sendable, Element: Sendable {}

extension IdentifiedArray.IDs: RandomAccessCollection {
  /// The position of the first id: zero.
  @inlinable
  public var startIndex: Int { 0 }

  /// The position after the last id.
  @inlinable
  public var endIndex: Int { base.count }

  /// Returns the id of the element at a position.
  @inlinable
  public subscript(position: Int) -> ID { base.identify(base.storage[position]) }
}

extension IdentifiedArray.IDs: Hashable {
  /// Returns whether both have the same ids in the same order. Skips shared chunks.
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

  /// Returns whether the ids equal the ids in an array, in order.
  @inlinable
  public static func == (lhs: Self, rhs: [ID]) -> Bool { lhs.elementsEqual(rhs) }

  /// Returns whether the ids differ from the ids in an array, or are in a different order.
  @inlinable
  public static func != (lhs: Self, rhs: [ID]) -> Bool { !(lhs == rhs) }

  /// Hashes the ids in order.
  @_documentation(visibility: internal)
  @inlinable
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for id in self { hasher.combine(id) }
  }
}

extension IdentifiedArray.IDs: CustomStringConvertible {
  /// A textual representation of the ids, in the format of an array.
  public var description: String { Array(self).description }
}

@_documentation(visibility: internal)
extension IdentifiedArray.IDs: CustomReflectable {
  /// A mirror of the ids, without the storage.
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: Array(self), displayStyle: .collection)
  }
}
