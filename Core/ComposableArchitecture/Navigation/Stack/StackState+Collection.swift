import DependencyInjection
import IdentifiedArrays

extension StackState: RandomAccessCollection, MutableCollection {
  /// The position of the bottom: zero.
  public var startIndex: Int { 0 }

  /// The position above the top.
  public var endIndex: Int { elements.count }

  /// The element at a position, from the bottom; its identity stays when it is set.
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
  /// Replaces the elements in a range by others, which are given new identities.
  ///
  /// Of several new ones, the topmost is given its identity first.
  public mutating func replaceSubrange(
    _ subrange: Range<Int>, with newElements: some Collection<Element>
  ) {
    elements.removeSubrange(subrange)
    for element in newElements.reversed() {
      elements.insert(StackElement(id: newID(), state: element), at: subrange.lowerBound)
    }
  }

  /// The next identity that is not on the stack, to which one from elsewhere may have come.
  private func newID() -> StackElementID {
    let generator = DependencyValues.current.stackElementID
    var id = generator()
    while contains(id: id) { id = generator() }
    return id
  }
}
