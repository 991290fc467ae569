import ComposableArchitecture

/// Edits, the last on top, in pages: to put one on top copies and compares a page and no more.
@Recordable
struct EditStack<Edit: UndoableEdit>: Equatable, Sendable {
  /// How many edits a page holds.
  static var pageLength: Int { 8 }

  /// No page is empty.
  private var pages: [[Edit]] = []

  var last: Edit? { pages.last?.last }

  var isEmpty: Bool { pages.isEmpty }

  /// Puts an edit on top, and forgets the oldest ones when there are twice as many as the limit.
  mutating func push(_ edit: Edit, limit: Int) {
    if let page = pages.indices.last, pages[page].count < Self.pageLength {
      pages[page].append(edit)
      return
    }
    pages.append([edit])
    let kept = limit / Self.pageLength + 2
    // Many at once and seldom: all pages are recorded anew when the first ones go.
    if pages.count > 2 * kept { pages.removeFirst(pages.count - kept) }
  }

  mutating func pop() -> Edit? {
    guard let page = pages.indices.last, let edit = pages[page].popLast() else { return nil }
    if pages[page].isEmpty { pages.removeLast() }
    return edit
  }

  mutating func removeAll() {
    if !pages.isEmpty { pages = [] }
  }
}
