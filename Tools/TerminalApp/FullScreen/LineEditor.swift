package import TerminalUI

package struct LineEditor: Equatable, Sendable {
  /// The maximum size of a line in bytes.
  package static let limit = 4096

  package private(set) var text: String
  /// The number of characters before the cursor.
  package private(set) var cursor: Int
  /// Whether the whole text is selected. The next input replaces it.
  package private(set) var isSelected: Bool

  package init(_ text: String = "", isSelected: Bool = false) {
    self.text = text
    cursor = text.count
    self.isSelected = isSelected && !text.isEmpty
  }

  package var head: String { String(text.prefix(cursor)) }

  private var tail: String { String(text.dropFirst(cursor)) }

  /// Inserts text at the cursor. Returns `false`, without a change, if the line would be too long.
  package mutating func insert(_ new: String) -> Bool {
    guard (isSelected ? 0 : text.utf8.count) + new.utf8.count <= Self.limit else { return false }
    if isSelected { clear() }
    // A combining mark joins the character before it, so the characters are counted again.
    let head = head + new
    text = head + tail
    cursor = head.count
    return true
  }

  private mutating func clear() {
    (text, cursor, isSelected) = ("", 0, false)
  }

  package mutating func replaceHead(with head: String) {
    text = head + tail
    cursor = head.count
  }

  /// Handles a key. Returns whether the key edits or moves within a line.
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
    // In the path of an action, words end at dots.
    return String(text.last == "." && text.endIndex != text.startIndex ? text.dropLast() : text)
  }
}

/// A line that is being entered, and its purpose.
package struct LineInput<Action> {
  package enum Purpose {
    /// The line is performed like a line of a script.
    case command
    /// The line answers a question and is converted to an action.
    case answer(String, (String) -> Action?)
    case filter
  }

  package let purpose: Purpose
  package var editor: LineEditor

  package var prompt: String {
    switch purpose {
    case .command: ":"
    case .filter: "/"
    case .answer(let question, _): "\(question): "
    }
  }
}

/// A line and its prompt. A long line is scrolled to show the cursor.
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
      ScrolledText(text: editor.text, columns: skipped, isReversed: editor.isSelected), in: room)
  }

  func cursor(width: Int, row: Int) -> Rectangle {
    let (column, skipped) = layout(width: width)
    let position = column + Self.width(editor.head) - skipped
    return Rectangle(column: min(width - 1, position), row: row, width: 1, height: 1)
  }

  /// Returns the first column of the text, and the number of its leading columns that are hidden.
  private func layout(width: Int) -> (column: Int, skipped: Int) {
    let column = min(Self.width(prompt), width / 2)
    let room = max(1, width - column)
    return (column, max(0, Self.width(editor.head) - room + 1))
  }

  private static func width(_ text: String) -> Int {
    Text(text).size(within: Size(width: .max / 2, height: 1)).width
  }
}

private struct ScrolledText: View {
  let text: String
  let columns: Int
  let isReversed: Bool

  func size(within offer: Size) -> Size { offer }

  func draw(on canvas: inout Canvas) {
    canvas.write(text, column: -columns, style: TextStyle(isReversed: isReversed))
  }
}
