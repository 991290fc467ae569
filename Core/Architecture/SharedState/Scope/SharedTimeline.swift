import Platform

/// The changes of shared values that a test has not asserted yet, in chronological order.
package final class SharedTimeline: Sendable {
  // `@unchecked Sendable`, because previous values are only read.
  private struct Change: @unchecked Sendable {
    let box: any AnySharedBox
    let old: Any
  }

  private struct Content {
    var changes: [Change] = []
    var removedCount = 0
  }

  private let content = Mutex(Content())

  package init() {}

  package var position: Int { content.withLock { $0.removedCount + $0.changes.count } }

  func note<Value>(_ old: Value, in box: SharedBox<Value>) {
    let change = Change(box: box, old: old)
    content.withLock { $0.changes.append(change) }
  }

  /// Returns the value of a box at a position; `nil` if it has not changed since.
  func value(of box: any AnySharedBox, at position: Int) -> Any? {
    let change = content.withLock { content in
      content.changes.dropFirst(max(0, position - content.removedCount)).first { $0.box === box }
    }
    return change?.old
  }

  /// Returns the boxes that changed between two positions, without duplicates, in order.
  package func boxes(changedFrom start: Int, to end: Int) -> [any AnySharedBox] {
    let changes = content.withLock { content in
      content.changes.prefix(max(0, end - content.removedCount))
        .dropFirst(max(0, start - content.removedCount))
    }
    var seen: Set<ObjectIdentifier> = []
    return changes.map(\.box).filter { seen.insert(ObjectIdentifier($0)).inserted }
  }

  package func forget(before position: Int) {
    content.withLock { content in
      let count = min(max(0, position - content.removedCount), content.changes.count)
      content.changes.removeFirst(count)
      content.removedCount += count
    }
  }
}
