import TerminalUI

/// A line of text that a person is typing.
package struct LineEditor: Equatable, Sendable {
  /// A line has no more bytes than this.
  package static let limit = 4096

  /// What was typed.
  package private(set) var text: String
  /// How many characters stand before the cursor.
  package private(set) var cursor: Int
  /// Whether the whole text is selected: what is typed next replaces it.
  package private(set) var isSelected: Bool

  /// Begins with a text, behind which the cursor stands; a selected one is replaced by typing.
  package init(_ text: String = "", isSelected: Bool = false) {
    self.text = text
    cursor = text.count
    self.isSelected = isSelected && !text.isEmpty
  }

  /// The text before the cursor.
  package var head: String { String(text.prefix(cursor)) }

  private var tail: String { String(text.dropFirst(cursor)) }

  /// Puts text in at the cursor; returns whether there is room for it.
  package mutating func insert(_ new: String) -> Bool {
    guard (isSelected ? 0 : text.utf8.count) + new.utf8.count <= Self.limit else { return false }
    if isSelected { clear() }
    // A combining mark joins what stands before it, so that the characters are counted again.
    let head = head + new
    text = head + tail
    cursor = head.count
    return true
  }

  private mutating func clear() {
    (text, cursor, isSelected) = ("", 0, false)
  }

  /// Replaces what stands before the cursor.
  package mutating func replaceHead(with head: String) {
    text = head + tail
    cursor = head.count
  }

  /// Does what a key says, and returns whether the key edits a line at all.
  package mutating func edit(_ key: Key) -> Bool {
    let wasSelected = isSelected
    isSelected = false
    switch key {
    case .backspace where wasSelected, .delete where wasSelected, .control("h") where wasSelected:
      clear()
    case .left, .control("b"): cursor = max(0, cursor - 1)
    case .right, .control("f"): cursor = min(text.count, cursor + 1)
    case .home, .control("a"): cursor = 0
    case .end, .control("e"): cursor = text.count
    case .backspace, .control("h"): if cursor > 0 { replaceHead(with: String(head.dropLast())) }
    case .delete: text = head + tail.dropFirst()
    case .control("u"): replaceHead(with: "")
    case .control("k"): text = head
    case .control("w"): replaceHead(with: Self.withoutLastWord(head))
    default:
      isSelected = wasSelected
      return false
    }
    return true
  }

  private static func withoutLastWord(_ text: String) -> String {
    var text = text[...]
    while text.last == " " { text.removeLast() }
    while let last = text.last, last != " ", last != "." { text.removeLast() }
    // A dot ends a word of an action's path.
    return String(text.last == "." && text.endIndex != text.startIndex ? text.dropLast() : text)
  }
}

/// A line that the screen asks for.
package struct LineInput<Action> {
  /// What becomes of the line.
  package enum Purpose {
    /// It is a line of a script.
    case command
    /// An action is made of it.
    case answer(String, (String) -> Action?)
    /// Steps are looked for by it.
    case filter
  }

  package let purpose: Purpose
  package var editor: LineEditor

  /// What stands before the line.
  package var prompt: String {
    switch purpose {
    case .command: ":"
    case .filter: "/"
    case .answer(let question, _): "\(question): "
    }
  }
}

/// The line that is typed, behind its prompt; a long one is shown around the cursor.
struct TypedLine: View {
  let prompt: String
  let editor: LineEditor

  var flexibility: Flexibility { .horizontal }

  func size(within offer: Size) -> Size { Size(width: offer.width, height: min(1, offer.height)) }

  func draw(on canvas: inout Canvas) {
    let (column, skipped) = layout(width: canvas.size.width)
    canvas.write(prompt, style: TextStyle(color: .accent, isBold: true))
    let room = Rectangle(column: column, width: canvas.size.width - column, height: 1)
    canvas.draw(
      Shifted(text: editor.text, columns: skipped, isReversed: editor.isSelected), in: room)
  }

  /// Where the cursor stands on the screen.
  func cursor(width: Int, row: Int) -> Rectangle {
    let (column, skipped) = layout(width: width)
    let position = column + Self.width(editor.head) - skipped
    return Rectangle(column: min(width - 1, position), row: row, width: 1, height: 1)
  }

  /// The first column of the text, and how many of its columns are left out.
  private func layout(width: Int) -> (column: Int, skipped: Int) {
    let column = min(Self.width(prompt), width / 2)
    let room = max(1, width - column)
    return (column, max(0, Self.width(editor.head) - room + 1))
  }

  private static func width(_ text: String) -> Int {
    Text(text).size(within: Size(width: .max / 2, height: 1)).width
  }
}

/// Text clipped at its leading columns.
private struct Shifted: View {
  let text: String
  let columns: Int
  let isReversed: Bool

  func size(within offer: Size) -> Size { offer }

  func draw(on canvas: inout Canvas) {
    canvas.write(text, column: -columns, style: TextStyle(isReversed: isReversed))
  }
}
