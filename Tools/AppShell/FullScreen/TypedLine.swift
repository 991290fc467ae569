import TerminalUI

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
    canvas.draw(Shifted(text: editor.text, columns: skipped), in: room)
  }

  /// Where the cursor stands on the screen.
  func cursor(width: Int, row: Int) -> Rectangle {
    let (column, skipped) = layout(width: width)
    let place = column + Self.width(editor.head) - skipped
    return Rectangle(column: min(width - 1, place), row: row, width: 1, height: 1)
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

/// A text of which the first columns are left out.
private struct Shifted: View {
  let text: String
  let columns: Int

  func size(within offer: Size) -> Size { offer }

  func draw(on canvas: inout Canvas) {
    canvas.write(text, column: -columns)
  }
}
