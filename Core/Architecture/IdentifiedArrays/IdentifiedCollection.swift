/// A collection whose elements can be read by their ids.
@_documentation(visibility: internal)
public protocol _IdentifiedCollection<ID, Element>: Collection {
  /// The type of the ids.
  associatedtype ID: Hashable

  /// The type of the collection of ids.
  associatedtype IDs: Collection<ID>

  /// The ids of the elements in order.
  var ids: IDs { get }

  /// Returns the element with an id, or `nil` if there is none.
  subscript(id id: ID) -> Element? { get }
}

/// A collection whose elements can be changed by their ids.
@_documentation(visibility: internal)
public protocol _MutableIdentifiedCollection<ID, Element>: _IdentifiedCollection,
  MutableCollection
{
  /// Accesses the element with an id. Assigning `nil` removes the element.
  subscript(id id: ID) -> Element? { get set }
}

extension IdentifiedArray: _MutableIdentifiedCollection {}
