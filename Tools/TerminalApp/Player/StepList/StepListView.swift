import RecordedValues
package import TerminalUI

package struct StepListView<Source: StepListSource>: View {
  /// The minimum width for a column of changes.
  private static var widthWithChanges: Int { 56 }
  /// The minimum width of an action, even if it is indented far.
  private static var minAction: Int { 12 }

  private let model: StepListModel<Source>
  private let isFocused: Bool
  private let showsSelection: Bool
  private let numberWidth: Int

  /// Creates a view. The selected row is reversed if the list is focused, and bold otherwise.
  package init(
    _ model: StepListModel<Source>, isFocused: Bool = true, showsSelection: Bool = true
  ) {
    self.model = model
    self.isFocused = isFocused
    self.showsSelection = showsSelection
    let last = model.source.count > 0 ? model.source.number(at: model.source.count - 1) : 0
    numberWidth = max(3, String(last).utf8.count)
  }

  package var flexibility: Flexibility { [.horizontal, .vertical] }

  package func size(within offer: Size) -> Size { offer }

  package func draw(on canvas: inout Canvas) {
    let size = canvas.size
    let last = max(0, model.rowCount - size.height)
    let first = min(model.offset, last)
    for line in 0..<min(size.height, model.rowCount - first) {
      guard let item = model.item(ofRow: first + line) else { return }
      let rectangle = Rectangle(row: line, width: size.width, height: 1)
      let isSelected = showsSelection && first + line == model.selectedRow
      let style =
        !isSelected
        ? .plain
        : TextStyle(isBold: !isFocused, isReversed: isFocused || item.position == model.selection)
      canvas.draw(
        StepListLine(cells: cells(of: item, width: size.width)), in: rectangle, style: style)
      canvas.addRegion(rectangle, .row(first + line))
    }
    if model.rowCount == 0 {
      let text =
        model.isFiltering ? "searching…" : model.filter == nil ? "no steps" : "no step fits"
      canvas.write(text, style: TextStyle(color: .muted))
    }
  }

  private func cells(of item: StepListItem, width: Int) -> [StepListLine.Part] {
    guard let call = item.call else { return cells(of: item.position, width: width) }
    let depth = model.filter == nil ? model.depth(of: item.position) : 0
    let indent = String(repeating: " ", count: numberWidth + 2 * depth + 4)
    return [
      .init(indent),
      .init(model.source.callText(call, at: item.position), TextStyle(color: .muted)),
    ]
  }

  private func cells(of position: Int, width: Int) -> [StepListLine.Part] {
    let number = String(model.source.number(at: position))
    var parts = [
      StepListLine.Part(
        String(repeating: " ", count: max(0, numberWidth - number.utf8.count)) + number,
        TextStyle(color: .muted))
    ]
    guard let row = model.source.row(at: position) else { return parts + [.init(" …")] }
    let indent = String(repeating: "  ", count: model.filter == nil ? model.depth(of: position) : 0)
    let fold =
      !model.canFold(position) || model.filter != nil ? " " : model.isFolded(position) ? "▸" : "▾"
    let style = TextStyle(color: row.color)
    let hidden = model.filter == nil ? model.hiddenCount(of: position) : 0
    let calls = model.showsCalls(of: position) ? 0 : model.source.callCount(at: position)
    parts += [
      .init(row.flag.isEmpty ? " " : row.flag, TextStyle(color: row.color, isBold: true)),
      // A colored space is a block of color in the selected row.
      .init("\(indent)\(fold)", fold == " " ? .plain : TextStyle(color: .accent)),
      .init(hidden > 0 ? "+\(hidden) " : "", TextStyle(color: .accent)),
      .init(calls > 0 ? "↳\(calls) " : "", TextStyle(color: .accent)),
      .init("\(row.origin) ", TextStyle(color: .muted)),
    ]
    let column = width * 11 / 20
    let hasChanges = width >= Self.widthWithChanges && !row.changes.isEmpty
    let start = parts.reduce(0) { $0 + $1.text.count }
    // The action may be longer beside short changes, or if its last case needs the room.
    let leaf = row.action.actionLeaf
    let leafEnd = min(start + leaf.count + 3, width * 2 / 3)
    let isWhole = start + row.action.count + 2 + row.changes.count <= width
    let changes = isWhole ? row.changes : row.changes.changes(relativeTo: row.action)
    let end = hasChanges ? max(column, leafEnd, width - changes.count) - 2 : width
    let above = position > 0 ? model.source.row(at: position - 1)?.action ?? "" : ""
    let action = row.action.shortenedAction(
      to: max(Self.minAction, end - start), unlike: above)
    let placeCount = action.hasSuffix(leaf) ? action.count - leaf.count : 0
    let place = String(action.prefix(placeCount))
    // A feature that the row above names, too, is printed faintly.
    let isRepeated =
      placeCount > 0
      && above.dropLast(above.actionLeaf.count) == row.action.dropLast(leaf.count)
    parts += [
      .init(place, isRepeated ? TextStyle(color: .muted) : style),
      .init(String(action.dropFirst(placeCount)), style),
    ]
    if hasChanges {
      let start = max(column, parts.reduce(2) { $0 + $1.text.count })
      let short = changes.shortenedChanges(to: max(0, width - start))
      parts.append(.init(short, TextStyle(color: .muted), column: column))
    }
    return parts
  }
}

struct StepListLine: View {
  struct Part {
    let text: String
    let style: TextStyle
    let column: Int

    init(_ text: String, _ style: TextStyle = .plain, column: Int = 0) {
      self.text = text
      self.style = style
      self.column = column
    }
  }

  let cells: [Part]

  func size(within offer: Size) -> Size { Size(width: offer.width, height: min(1, offer.height)) }

  func draw(on canvas: inout Canvas) {
    let width = canvas.size.width
    // Fills the line, to reverse a selected line to its end.
    canvas.write(String(repeating: " ", count: width))
    var column = 0
    for part in cells {
      if part.column > column { column = part.column } else if part.column > 0 { column += 2 }
      guard column < width else { return }
      let text = Text(part.text)
      let wanted = text.size(within: Size(width: width - column, height: 1)).width
      canvas.draw(
        text, in: Rectangle(column: column, width: wanted, height: 1), style: part.style)
      column += wanted
    }
  }
}
