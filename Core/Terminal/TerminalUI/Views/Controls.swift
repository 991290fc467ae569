/// A title in brackets, which works like a key when clicked.
///
///     let row = Row { Button("-", key: "-"); Button("+", key: "+") }
public struct Button: View {
  private let title: String
  private let key: Key
  private let isEnabled: Bool

  /// Creates a button for a key. A disabled button is in parentheses.
  public init(_ title: String, key: Key, isEnabled: Bool = true) {
    self.title = title
    self.key = key
    self.isEnabled = isEnabled
  }

  /// Returns the size that the view takes within the offered size.
  public func size(within offer: Size) -> Size {
    Size(width: min(offer.width, Glyph.width(of: title) + 2), height: min(offer.height, 1))
  }

  /// Draws the view.
  public func draw(on canvas: inout Canvas) {
    let width = size(within: canvas.size).width
    let text = isEnabled ? "[\(title)]" : "(\(title))"
    canvas.write(
      Glyph.all(in: text).cut(to: width), column: 0, row: 0,
      style: isEnabled ? TextStyle(color: .accent) : TextStyle(isDim: true))
    if isEnabled { canvas.addRegion(Rectangle(width: width, height: 1), .key(key)) }
  }
}

/// A progress bar.
///
///     let bar = Progress(0.5)
public struct Progress: View {
  private let fraction: Double

  /// Creates a progress bar. The fraction is limited to 0 to 1.
  public init(_ fraction: Double) {
    self.fraction = fraction.isNaN ? 0 : min(1, max(0, fraction))
  }

  /// The directions in which the view fills the remaining space.
  public var flexibility: Flexibility { .horizontal }

  /// Returns the size that the view takes within the offered size.
  public func size(within offer: Size) -> Size {
    Size(width: offer.width, height: min(1, offer.height))
  }

  /// Draws the view.
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

/// A row of the titles of tabs, one of which is selected.
///
///     let tabs = TabBar(["Inbox", "Archive"], selection: 0)
public struct TabBar: View {
  private let titles: [String]
  private let selection: Int

  /// Creates a tab bar. The selected tab is shown in reverse.
  public init(_ titles: [String], selection: Int) {
    self.titles = titles
    self.selection = selection
  }

  /// The directions in which the view fills the remaining space.
  public var flexibility: Flexibility { .horizontal }

  /// Returns the size that the view takes within the offered size.
  public func size(within offer: Size) -> Size {
    Size(width: offer.width, height: min(1, offer.height))
  }

  /// Draws the view.
  public func draw(on canvas: inout Canvas) {
    let labels = titles.enumerated().map { Self.label($0.element, index: $0.offset) }
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

  /// Returns the first tab to show for the selected tab to be visible.
  private static func first(_ widths: [Int], selection: Int, room: Int) -> Int {
    guard widths.indices.contains(selection) else { return 0 }
    var first = 0
    while first < selection, widths[first...selection].reduce(0, +) > room { first += 1 }
    return first
  }

  /// Returns the title, preceded by the digit that selects the tab, if any.
  private static func label(_ title: String, index: Int) -> String {
    index < 9 ? " \(index + 1) \(title) " : " \(title) "
  }
}
