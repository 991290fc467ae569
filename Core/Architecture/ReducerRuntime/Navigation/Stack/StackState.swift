public import CaseKeyPaths
import DependencyInjection
public import IdentifiedArrays
import Issues

/// The states of features on a stack, such as screens, from bottom to top.
///
///     var path = StackState([Profile.State()])
///     path.append(Profile.State(name: "Blob"))
///     path.removeLast()
///
/// Actions refer to an element by its identity, because its position can change.
public struct StackState<Element> {
  @usableFromInline var elements: IdentifiedArray<StackElementID, StackElement<Element>>

  /// Creates an empty stack.
  public init() {
    elements = []
  }

  /// The identities of the elements, from bottom to top.
  @inlinable
  public var ids: [StackElementID] { elements.map { $0.id } }

  /// Accesses the element with an identity, which is removed by setting `nil`.
  ///
  /// Setting an element whose identity isn't on the stack is reported, and has no effect. In a
  /// test, the element is pushed instead, because tests describe the expected stack.
  public subscript(
    id id: StackElementID,
    fileID: _HashableStaticString = #fileID, filePath: _HashableStaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Element? {
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
        if let element {
          set(element, at: id, CodeLocation(fileID, filePath, line: line, column: column))
        }
      }
    }
  }

  /// Accesses the value of one case of the element with an identity.
  ///
  /// Setting `nil` removes the element. If the element is in a different case, a change is reported
  /// and ignored.
  public subscript<Value>(
    id id: StackElementID, case path: CaseKeyPath<Element, Value>,
    fileID: _HashableStaticString = #fileID, filePath: _HashableStaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Value? where Element: CasePathable {
    get { self[id: id].flatMap(AnyCasePath(path).extract(from:)) }
    _modify {
      yield &self[id: id, fileID, filePath, line, column][
        AnyCasePath(path), at: CodeLocation(fileID, filePath, line: line, column: column)]
    }
  }

  /// Removes the element with an identity and all elements above it.
  public mutating func pop(from id: StackElementID) {
    guard let position = elements.index(id: id) else { return }
    elements.removeSubrange(position...)
  }

  /// Removes all elements above the element with an identity.
  public mutating func pop(to id: StackElementID) {
    guard let position = elements.index(id: id) else { return }
    elements.removeSubrange((position + 1)...)
  }

  @usableFromInline
  mutating func push(_ element: Element, id: StackElementID) {
    elements.append(StackElement(id: id, state: element))
  }

  @inlinable
  mutating func mutate<Result>(
    id: StackElementID, _ body: (inout Element) -> Result
  ) -> Result? {
    guard let position = elements.index(id: id) else { return nil }
    return elements[position].content.mutate(body)
  }

  /// Returns whether an identity is on the stack, in constant time.
  @usableFromInline
  func contains(id: StackElementID) -> Bool {
    elements.index(id: id) != nil
  }

  private mutating func set(
    _ element: Element, at id: StackElementID, _ location: CodeLocation
  ) {
    let dependencies = DependencyValues.current
    guard dependencies.context == .test else {
      return Self.reportMissing(id, ids: ids, at: location)
    }
    let generator = dependencies.stackElementID
    // An identity beyond the next one results from an incorrect push, which is reported elsewhere.
    if let next = generator.next, id.generation <= next.generation { generator.skip(id) }
    push(element, id: id)
  }

  private static func reportMissing(
    _ id: StackElementID, ids: [StackElementID], at location: CodeLocation
  ) {
    location.report(
      """
      Can't assign element at missing ID.

        ID:
          \(id)
        Path IDs:
          \(ids)

      Use "append" or "insert" to add a new element to the stack, which gives it an ID.
      """)
  }
}

extension StackState: Sendable where Element: Sendable {}

@usableFromInline
struct StackElement<State>: Identifiable {
  @usableFromInline let id: StackElementID
  /// The state, which is `nil` only while it is being changed in place.
  @usableFromInline var content: State?

  @usableFromInline
  init(id: StackElementID, state: State) {
    self.id = id
    content = state
  }

  @usableFromInline
  var state: State {
    guard let content else { preconditionFailure("a stack is not read while it is changed") }
    return content
  }
}

extension StackElement: Equatable where State: Equatable {}
extension StackElement: Hashable where State: Hashable {}
extension StackElement: Sendable where State: Sendable {}

extension StackState: RandomAccessCollection, MutableCollection {
  /// The position of the bottom element, which is zero.
  public var startIndex: Int { 0 }

  /// The position above the top element.
  public var endIndex: Int { elements.count }

  /// Accesses the element at a position from the bottom, which keeps its identity when it is set.
  public subscript(position: Int) -> Element {
    get { elements[position].state }
    _modify {
      guard var element = elements[position].content.take() else {
        preconditionFailure("a stack is not read while it is changed")
      }
      defer { elements[position].content = element }
      yield &element
    }
  }
}

extension StackState: RangeReplaceableCollection {
  /// Replaces the elements in a range with new elements, which receive new identities.
  ///
  /// The topmost new element receives its identity first.
  public mutating func replaceSubrange(
    _ subrange: Range<Int>, with newElements: some Collection<Element>
  ) {
    elements.removeSubrange(subrange)
    for element in newElements.reversed() {
      elements.insert(StackElement(id: newID(), state: element), at: subrange.lowerBound)
    }
  }

  /// Returns the next identity, skipping identities from elsewhere that are on the stack.
  private func newID() -> StackElementID {
    let generator = DependencyValues.current.stackElementID
    var id = generator()
    while contains(id: id) { id = generator() }
    return id
  }
}

extension StackState: Equatable where Element: Equatable {
  /// Returns whether both stacks have equal elements with the same identities in the same order.
  public static func == (one: Self, other: Self) -> Bool {
    one.elements == other.elements
  }
}

@_documentation(visibility: internal)
extension StackState: Hashable where Element: Hashable {
  /// Hashes the identities and the elements in order.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(elements)
  }
}

@_documentation(visibility: internal)
extension StackState: Encodable where Element: Encodable {
  /// Encodes the elements without their identities.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Array(self))
  }
}

@_documentation(visibility: internal)
extension StackState: Decodable where Element: Decodable {
  /// Creates a stack by decoding elements, which receive new identities.
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode([Element].self))
  }
}

@_documentation(visibility: internal)
extension StackState: CustomReflectable {
  /// A mirror that maps identities to elements.
  public var customMirror: Mirror {
    let elements = zip(ids, self).map { (key: $0, value: $1) }
    return Mirror(self, unlabeledChildren: elements, displayStyle: .dictionary)
  }
}
