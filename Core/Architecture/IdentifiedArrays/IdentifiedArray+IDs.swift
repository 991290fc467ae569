extension IdentifiedArray {
  /// The ids of the elements in order.
  @inlinable
  public var ids: IDs { IDs(source: .array(self)) }

  /// A view of the ids of an identified array, in order.
  @frozen
  public struct IDs {
    @usableFromInline
    enum Source {
      case array(IdentifiedArray)
      /// The ids of a literal, which has no elements.
      case literal([ID])
    }

    @usableFromInline
    let source: Source

    @inlinable
    init(source: Source) {
      self.source = source
    }

    /// Returns whether the array has an element with an id, in constant time.
    @inlinable
    public func contains(_ id: ID) -> Bool { firstIndex(of: id) != nil }

    /// Returns the position of an id in constant time, or `nil` if there is none.
    @inlinable
    public func firstIndex(of id: ID) -> Int? {
      switch source {
      case .array(let array): array.positions[id]
      case .literal(let ids): ids.firstIndex(of: id)
      }
    }
  }
}

extension IdentifiedArray.IDs: Sendable where ID: Sendable, Element: Sendable {}
extension IdentifiedArray.IDs.Source: Sendable where ID: Sendable, Element: Sendable {}

extension IdentifiedArray.IDs: RandomAccessCollection {
  /// The position of the first id: zero.
  @inlinable
  public var startIndex: Int { 0 }

  /// The position after the last id.
  @inlinable
  public var endIndex: Int {
    switch source {
    case .array(let array): array.count
    case .literal(let ids): ids.count
    }
  }

  /// Returns the id of the element at a position.
  @inlinable
  public subscript(position: Int) -> ID {
    switch source {
    case .array(let array): array.identify(array.storage[position])
    case .literal(let ids): ids[position]
    }
  }
}

extension IdentifiedArray.IDs: Hashable {
  /// Returns whether both have the same ids in the same order. Skips shared chunks.
  @inlinable
  public static func == (lhs: Self, rhs: Self) -> Bool {
    guard case .array(let left) = lhs.source, case .array(let right) = rhs.source else {
      return lhs.elementsEqual(rhs)
    }
    guard left.count == right.count else { return false }
    return left.storage.chunks.indices.allSatisfy { chunk in
      left.storage.sharesChunk(at: chunk, with: right.storage)
        || zip(left.storage.chunks[chunk], right.storage.chunks[chunk])
          .allSatisfy { left.identify($0) == right.identify($1) }
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

@_documentation(visibility: internal)
extension IdentifiedArray.IDs: ExpressibleByArrayLiteral {
  /// Creates ids to compare the ids of an array with.
  public init(arrayLiteral ids: ID...) {
    self.init(source: .literal(ids))
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
