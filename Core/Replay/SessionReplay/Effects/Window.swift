/// A list whose elements keep their indices when the first ones are released.
struct Window<Element> {
  private var elements: [Element] = []
  /// The number of elements in front that have been released, and are removed together with others.
  private var released = 0
  private(set) var startIndex = 0

  var endIndex: Int { startIndex + elements.count - released }

  init() {}

  mutating func append(_ element: Element) { elements.append(element) }

  mutating func removeLast() { elements.removeLast() }

  /// Releases the elements before an index.
  mutating func release(before index: Int) {
    let count = Swift.min(index, endIndex) - startIndex
    guard count > 0 else { return }
    startIndex += count
    released += count
    guard released > 64, released > elements.count / 2 else { return }
    elements.removeFirst(released)
    released = 0
  }
}

extension Window: RandomAccessCollection, MutableCollection {
  subscript(index: Int) -> Element {
    get { elements[index - startIndex + released] }
    set { elements[index - startIndex + released] = newValue }
  }
}
