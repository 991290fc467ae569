/// An object that is equal only to itself, and is hashed by its identity.
///
///     final class SearchModel: HashableObject {}
public protocol HashableObject: AnyObject, Hashable {}

extension HashableObject {
  /// Returns whether two references are of the same object.
  public static func == (one: Self, other: Self) -> Bool { one === other }

  /// Hashes the identity of the object.
  @_documentation(visibility: internal)
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
