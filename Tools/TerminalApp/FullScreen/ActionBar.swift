import TerminalUI

/// A line of keys and their titles, which can be clicked. Items that don't fit are omitted.
struct ActionBar: View {
  struct Item {
    let key: Key
    let title: String
    var isEnabled = true

    var view: Row {
      Row {
        Text(key.description).style(
          TextStyle(color: isEnabled ? .accent : .plain, isBold: isEnabled))
        if !title.isEmpty { Text(title) }
      }
    }

    var width: Int { view.size(within: Size(width: .max / 2, height: 1)).width }
  }

  let items: [Item]

  var fullWidth: Int { items.map(\.width).reduce(2 * max(0, items.count - 1), +) }

  var flexibility: Flexibility { .horizontal }

  func size(within offer: Size) -> Size { Size(width: offer.width, height: min(1, offer.height)) }

  func draw(on canvas: inout Canvas) {
    let width = canvas.size.width
    var column = 0
    for (index, item) in items.enumerated() {
      let wanted = item.width
      // Leaves room for the `…` that represents omitted items.
      guard column + wanted + (index + 1 < items.count ? 2 : 0) <= width else {
        return canvas.write("…", column: column)
      }
      let area = Rectangle(column: column, width: wanted, height: 1)
      canvas.draw(item.view, in: area, style: TextStyle(isDim: !item.isEnabled))
      canvas.addRegion(area, .key(item.key))
      column += wanted + 2
    }
  }
}
