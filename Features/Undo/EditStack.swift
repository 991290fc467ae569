public import ComposableArchitecture

/// Edits, the last on top.
///
/// They stand in pages, so that to put one on top of a stack that is also held elsewhere, as by who
/// observes the state, copies one page.
@usableFromInline
struct EditStack<Edit: UndoableEdit>: Sendable {
  /// How many edits a page holds.
  @inlinable
  static var pageLength: Int { 16 }

  /// How many edits there are; those of a stack that was read from a log are not known.
  @usableFromInline var count = 0

  /// The known edits; no page is empty.
  @usableFromInline var pages: [[Edit]] = []

  @inlinable
  init() {}

  @inlinable
  var last: Edit? { pages.last?.last }

  /// The known edits, the oldest first.
  @usableFromInline var known: [Edit] { Array(pages.joined()) }

  /// Takes edits that were known before the stack was recorded, as many as it has.
  ///
  /// All pages but the last are full, so that a stack forgets its oldest edits when it did before.
  mutating func learn(_ edits: [Edit]) {
    let edits = edits.prefix(count)
    pages = stride(from: 0, to: edits.count, by: Self.pageLength).map {
      Array(edits[$0..<min($0 + Self.pageLength, edits.count)])
    }
  }

  /// Whether an edit goes on with the one on top.
  @inlinable
  func isContinued(by edit: Edit) -> Bool {
    guard let page = pages.indices.last else { return false }
    return edit.continues(pages[page][pages[page].count - 1])
  }

  /// Puts an edit on top, and forgets the oldest ones when there are twice as many as the limit.
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
    // Many at once and seldom, as it moves all the others.
    let kept = limit / Self.pageLength + 2
    if pages.count > 2 * kept {
      pages.removeFirst(pages.count - kept)
      count = (kept - 1) * Self.pageLength + 1
    }
  }

  /// Takes the edit on top; nil if there is none, or if it is not known.
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
  /// Whether both hold the same edits, as far as they are known.
  @usableFromInline
  static func == (one: Self, other: Self) -> Bool {
    guard one.count == other.count else { return false }
    let areKnown = !one.pages.isEmpty && !other.pages.isEmpty
    return !areKnown || one.pages.joined().elementsEqual(other.pages.joined())
  }
}

// Only how many edits there are is recorded at each step: what they are follows from the steps before,
// and would take more of a log than all the rest. The history adds them to keyframes.
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
