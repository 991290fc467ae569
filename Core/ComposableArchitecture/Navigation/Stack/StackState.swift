public import CaseKeyPaths
import DependencyInjection
public import IdentifiedArrays

/// The states of features that stand on a stack, such as screens, from the bottom to the top.
///
/// Each element has an identity, by which actions find it: the positions of others may change.
public struct StackState<Element> {
  @usableFromInline var elements: IdentifiedArray<StackElementID, StackElement<Element>>

  /// Creates an empty stack.
  public init() {
    elements = []
  }

  /// The identities of the elements, from the bottom to the top.
  public var ids: [StackElementID] { elements.map(\.id) }

  /// The element of an identity; setting `nil` removes it.
  ///
  /// To set an identity that is not on the stack is reported, and changes nothing. In a test, to set
  /// the one that comes next puts the element on top, which is how a test says what is expected.
  public subscript(id id: StackElementID) -> Element? {
    get {
      elements.index(id: id).flatMap { elements[$0].content }
    }
    _modify {
      if let position = elements.index(id: id) {
        yield &elements[position].content
        if elements[position].content == nil { elements.remove(id: id) }
      } else {
        var element: Element?
        yield &element
        if let element { set(element, at: id) }
      }
    }
  }

  /// The value of a case of the element of an identity.
  ///
  /// Setting `nil` removes the element if it is in the case.
  public subscript<Value>(
    id id: StackElementID, case path: CaseKeyPath<Element, Value>
  ) -> Value? where Element: CasePathable {
    get { self[id: id][case: path] }
    set { self[id: id][case: path] = newValue }
  }

  /// Removes the element of an identity and all above it.
  public mutating func pop(from id: StackElementID) {
    guard let position = elements.index(id: id) else { return }
    elements.removeSubrange(position...)
  }

  /// Removes all elements above that of an identity.
  public mutating func pop(to id: StackElementID) {
    guard let position = elements.index(id: id) else { return }
    elements.removeSubrange((position + 1)...)
  }

  /// Puts an element of a known identity on top.
  @usableFromInline
  mutating func push(_ element: Element, id: StackElementID) {
    elements.append(StackElement(id: id, state: element))
  }

  /// Changes the element of an identity in place, if it is there.
  @inlinable
  mutating func mutate<Result>(
    id: StackElementID, _ body: (inout Element) -> Result
  ) -> Result? {
    guard let position = elements.index(id: id) else { return nil }
    return elements[position].content.mutate(body)
  }

  /// Whether an identity is on the stack, in constant time.
  @usableFromInline
  func contains(id: StackElementID) -> Bool {
    elements.index(id: id) != nil
  }

  private mutating func set(_ element: Element, at id: StackElementID) {
    let dependencies = DependencyValues.current
    guard dependencies.context == .test, dependencies.stackElementID.next == id else {
      return Self.reportMissing(id, ids: ids)
    }
    dependencies.stackElementID.skip(id)
    push(element, id: id)
  }

  private static func reportMissing(_ id: StackElementID, ids: [StackElementID]) {
    reportIssue(
      """
      Can't assign element at missing ID. …

        ID:
          \(id)
        Path IDs:
          \(ids)

      Use "append" or "insert" to put a new element on the stack: it is given its ID there.
      """)
  }
}

extension StackState: Sendable where Element: Sendable {}
