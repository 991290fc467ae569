import TerminalUI

/// What the keys do, each of which can be clicked; what does not fit is left out.
struct ActionBar: View {
  struct Item {
    let key: Key
    let title: String
    var isEnabled = true
  }

  let items: [Item]

  var flexibility: Flexibility { .horizontal }

  func size(within offer: Size) -> Size { Size(width: offer.width, height: min(1, offer.height)) }

  func draw(on canvas: inout Canvas) {
    let width = canvas.size.width
    var column = 0
    for (index, item) in items.enumerated() {
      let view = Row {
        Text(item.key.description).style(
          TextStyle(color: item.isEnabled ? .accent : .plain, isBold: item.isEnabled))
        Text(item.title)
      }
      let wanted = view.size(within: Size(width: .max / 2, height: 1)).width
      // The `…` that tells of more needs a place as well.
      guard column + wanted + (index + 1 < items.count ? 2 : 0) <= width else {
        return canvas.write("…", column: column)
      }
      let place = Rectangle(column: column, width: wanted, height: 1)
      canvas.draw(view, in: place, style: TextStyle(isDim: !item.isEnabled))
      canvas.addRegion(place, .key(item.key))
      column += wanted + 2
    }
  }
}
