/// The identity by which an effect can be cancelled.
struct CancelID: Hashable, Sendable {
  let base: any Hashable & Sendable

  init(_ base: any Hashable & Sendable) {
    self.base = base
  }

  static func == (one: Self, other: Self) -> Bool {
    AnyHashable(one.base) == AnyHashable(other.base)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(AnyHashable(base))
  }
}

extension CancelID: CustomStringConvertible {
  var description: String { String(describing: base) }
}

/// One of the children that an effect comes from: which operator's, and which of its children.
struct ChildPlace: Hashable, Sendable {
  /// The operator, of the reducer that one store runs.
  let scopes: ObjectIdentifier
  /// The identity of the child.
  let id: CancelID
}

/// An identity, as it is known to a child and to those in it.
///
/// A feature cancels effects of its own and of its children, never those of its siblings.
struct ScopedCancelID: Hashable, Sendable {
  /// The child, from the outermost one in.
  let path: [ChildPlace]
  /// The identity that the feature gave.
  let id: CancelID

  /// The identity as it is known to the child at a path, and to all that the child is in.
  static func all(_ id: CancelID, at path: [ChildPlace]) -> [ScopedCancelID] {
    (0...path.count).map { ScopedCancelID(path: Array(path.prefix($0)), id: id) }
  }
}
