/// A title in brackets that can be clicked, in place of a key.
///
///     let row = Row { Button("-", key: "-"); Button("+", key: "+") }
public struct Button: View {
  private let title: String
  private let key: Key
  private let isEnabled: Bool

  /// Creates a button that does what a key does; a disabled one stands in parentheses.
  public init(_ title: String, key: Key, isEnabled: Bool = true) {
    self.title = title
    self.key = key
    self.isEnabled = isEnabled
  }

  /// The room that it takes of what it is offered.
  public func size(within offer: Size) -> Size {
    Size(width: min(offer.width, Glyph.width(of: title) + 2), height: min(offer.height, 1))
  }

  /// Draws it.
  public func draw(on canvas: inout Canvas) {
    let width = size(within: canvas.size).width
    let text = isEnabled ? "[\(title)]" : "(\(title))"
    canvas.write(
      Glyph.all(in: text).cut(to: width), column: 0, row: 0,
      style: isEnabled ? TextStyle(color: .accent) : TextStyle(isDim: true))
    if isEnabled { canvas.addRegion(Rectangle(width: width, height: 1), .key(key)) }
  }
}

/// A bar that shows how much of something is done.
///
///     let bar = Progress(0.5)
public struct Progress: View {
  private let fraction: Double

  /// Creates a bar; what lies outside of 0 to 1 is taken for the nearer end.
  public init(_ fraction: Double) {
    self.fraction = fraction.isNaN ? 0 : min(1, max(0, fraction))
  }

  /// The directions in which it takes the room that others leave.
  public var flexibility: Flexibility { .horizontal }

  /// The room that it takes of what it is offered.
  public func size(within offer: Size) -> Size {
    Size(width: offer.width, height: min(1, offer.height))
  }

  /// Draws it.
  public func draw(on canvas: inout Canvas) {
    let label = "\(Int((fraction * 100).rounded(.down))) %"
    let length = max(0, canvas.size.width - 6)
    let full = Int((Double(length) * fraction).rounded(.down))
    canvas.write(String(repeating: "█", count: full), style: TextStyle(color: .accent))
    canvas.write(
      String(repeating: "─", count: length - full), column: full, style: TextStyle(color: .muted))
    canvas.write(label, column: canvas.size.width - label.count)
  }
}

/// The titles of tabs beside each other, of which one is selected.
///
///     let tabs = TabBar(["Inbox", "Archive"], selection: 0)
public struct TabBar: View {
  private let titles: [String]
  private let selection: Int

  /// Creates a bar of tabs; the selected one is reversed.
  public init(_ titles: [String], selection: Int) {
    self.titles = titles
    self.selection = selection
  }

  /// The directions in which it takes the room that others leave.
  public var flexibility: Flexibility { .horizontal }

  /// The room that it takes of what it is offered.
  public func size(within offer: Size) -> Size {
    Size(width: offer.width, height: min(1, offer.height))
  }

  /// Draws it.
  public func draw(on canvas: inout Canvas) {
    let labels = titles.enumerated().map { Self.label($0.element, place: $0.offset) }
    let widths = labels.map(Glyph.width(of:))
    let first = Self.first(widths, selection: selection, room: canvas.size.width)
    var column = 0
    for index in labels.indices.dropFirst(first) {
      let isSelected = index == selection
      canvas.write(
        labels[index], column: column,
        style: isSelected
          ? TextStyle(color: .accent, isBold: true, isReversed: true) : TextStyle(color: .muted))
      canvas.addRegion(
        Rectangle(column: column, width: widths[index], height: 1), .tab(index))
      column += widths[index]
    }
    let more = TextStyle(color: .accent)
    if first > 0 { canvas.write("‹", style: more) }
    if column > canvas.size.width { canvas.write("›", column: canvas.size.width - 1, style: more) }
  }

  /// The first tab that is shown, so that the selected one is.
  private static func first(_ widths: [Int], selection: Int, room: Int) -> Int {
    guard widths.indices.contains(selection) else { return 0 }
    var first = 0
    while first < selection, widths[first...selection].reduce(0, +) > room { first += 1 }
    return first
  }

  /// The title, behind the digit that chooses the tab if there is one.
  private static func label(_ title: String, place: Int) -> String {
    place < 9 ? " \(place + 1) \(title) " : " \(title) "
  }
}
