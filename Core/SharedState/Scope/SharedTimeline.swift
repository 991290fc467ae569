import Locking

/// The changes of shared values that a test has not asserted yet, in their order.
package final class SharedTimeline: Sendable {
  // Unchecked: a value of the past is only read.
  private struct Change: @unchecked Sendable {
    let box: any AnySharedBox
    let old: Any
  }

  private struct Content {
    var changes: [Change] = []
    var forgotten = 0
  }

  private let content = Mutex(Content())

  /// Creates a timeline without changes.
  package init() {}

  /// The number of changes so far.
  package var position: Int { content.withLock { $0.forgotten + $0.changes.count } }

  /// Notes that a value is about to change.
  func note<Value>(_ old: Value, in box: SharedBox<Value>) {
    let change = Change(box: box, old: old)
    content.withLock { $0.changes.append(change) }
  }

  /// The value of a box at a position; `nil` if it has not changed since.
  func value(of box: any AnySharedBox, at position: Int) -> Any? {
    let change = content.withLock { content in
      content.changes.dropFirst(max(0, position - content.forgotten)).first { $0.box === box }
    }
    return change?.old
  }

  /// The boxes that changed between two positions, each once, in the order of their changes.
  package func boxes(changedFrom start: Int, to end: Int) -> [any AnySharedBox] {
    let changes = content.withLock { content in
      content.changes.prefix(max(0, end - content.forgotten))
        .dropFirst(max(0, start - content.forgotten))
    }
    var seen: Set<ObjectIdentifier> = []
    return changes.map(\.box).filter { seen.insert(ObjectIdentifier($0)).inserted }
  }

  /// Forgets the changes before a position.
  package func forget(before position: Int) {
    content.withLock { content in
      let count = min(max(0, position - content.forgotten), content.changes.count)
      content.changes.removeFirst(count)
      content.forgotten += count
    }
  }
}
