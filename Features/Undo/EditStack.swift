public import ComposableArchitecture

/// A stack of edits, the most recent on top.
///
/// The edits are stored in pages. A push onto a stack that is also held elsewhere, such as by an
/// observer of the state, copies only one page.
@usableFromInline
struct EditStack<Edit: UndoableEdit>: Sendable {
  /// The number of edits in a page.
  @inlinable
  static var pageLength: Int { 16 }

  /// The number of edits. If the stack was read from a log, some of them may be unknown.
  @usableFromInline var count = 0

  /// The known edits. No page is empty.
  @usableFromInline var pages: [[Edit]] = []

  @inlinable
  init() {}

  @inlinable
  var last: Edit? { pages.last?.last }

  /// The known edits, oldest first.
  @usableFromInline var known: [Edit] { Array(pages.joined()) }

  /// Restores the edits from before the recording, up to the count of the stack.
  ///
  /// All pages but the last are full. The stack then drops its oldest edits at the same time as the
  /// recorded stack.
  mutating func learn(_ edits: [Edit]) {
    let edits = edits.prefix(count)
    pages = stride(from: 0, to: edits.count, by: Self.pageLength).map {
      Array(edits[$0..<min($0 + Self.pageLength, edits.count)])
    }
  }

  @inlinable
  func isContinued(by edit: Edit) -> Bool {
    guard let page = pages.indices.last else { return false }
    return edit.continues(pages[page][pages[page].count - 1])
  }

  /// Pushes an edit, and drops the oldest ones when the stack holds twice the limit.
  @inlinable
  mutating func push(_ edit: Edit, limit: Int) {
    count += 1
    if let page = pages.indices.last, pages[page].count < Self.pageLength {
      pages[page].append(edit)
      return
    }
    var page: [Edit] = []
    page.reserveCapacity(Self.pageLength)
    page.append(edit)
    pages.append(page)
    // Removes many pages at a time, because each removal moves all the others.
    let kept = limit / Self.pageLength + 2
    if pages.count > 2 * kept {
      pages.removeFirst(pages.count - kept)
      count = (kept - 1) * Self.pageLength + 1
    }
  }

  /// Removes and returns the top edit, or returns `nil` if it does not exist or is unknown.
  @inlinable
  mutating func pop() -> Edit? {
    guard let page = pages.indices.last, let edit = pages[page].popLast() else { return nil }
    if pages[page].isEmpty { pages.removeLast() }
    count -= 1
    return edit
  }

  @inlinable
  mutating func removeAll() {
    guard count > 0 else { return }
    count = 0
    pages = []
  }
}

extension EditStack: Equatable {
  /// Returns whether both stacks contain the same edits, as far as they are known.
  @usableFromInline
  static func == (one: Self, other: Self) -> Bool {
    guard one.count == other.count else { return false }
    let areKnown = !one.pages.isEmpty && !other.pages.isEmpty
    return !areKnown || one.pages.joined().elementsEqual(other.pages.joined())
  }
}

// Steps record only the number of edits. The edits follow from the previous steps, and would take
// up most of a log. The history adds them to keyframes.
extension EditStack: Recordable {
  @usableFromInline
  static func describe(in schema: SchemaBuilder) -> TypeReference { Int.describe(in: schema) }

  @inlinable
  func record(into encoder: inout RecordEncoder) { count.record(into: &encoder) }

  @usableFromInline
  init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    let start = decoder.position
    let count: Int = try decoder.decode()
    guard count >= 0 else {
      throw .invalidValue(type: "EditStack", description: "\(count) edits", offset: start)
    }
    self.init()
    self.count = count
  }

  @inlinable
  func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    count.recordChange(from: old.count, into: &encoder)
  }
}
