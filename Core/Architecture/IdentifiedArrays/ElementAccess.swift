/// The ids with which key paths access elements of identified arrays.
@usableFromInline
package enum ElementAccess {
  private final class Note: @unchecked Sendable {
    // `@unchecked Sendable`, because only the thread that created the note uses it.
    var id: Any?
  }

  @TaskLocal private static var current: Note?

  /// Notes an access to an element that does not exist.
  @usableFromInline
  static func note(_ id: some Hashable) {
    if let current { current.id = id }
  }

  /// Returns the id with which a key path accesses an element; `nil` if it does something else.
  ///
  /// A key path does not show its arguments, so it is applied to an empty array.
  package static func id<ID, Element>(
    of path: KeyPath<IdentifiedArray<ID, Element>, Element?>,
    in array: IdentifiedArray<ID, Element>
  ) -> ID? {
    let note = Note()
    let empty = IdentifiedArray(identifyingAs: array)
    _ = $current.withValue(note) { empty[keyPath: path] }
    guard let id = note.id as? ID, path == \IdentifiedArray<ID, Element>.[id: id] else {
      return nil
    }
    return id
  }
}
