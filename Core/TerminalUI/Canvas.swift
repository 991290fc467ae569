/// Where views are drawn: a rectangle of a grid, within which places are counted from 0.
///
///     struct Greeting: View {
///       func size(within offer: Size) -> Size { Size(width: 5, height: 1) }
///       func draw(on canvas: inout Canvas) { canvas.write("Hello", style: TextStyle(isBold: true)) }
///     }
///
/// What lies outside of the rectangle is left out.
public struct Canvas {
  package private(set) var grid: Grid
  package private(set) var regions: [ClickRegion] = []
  /// Where a list or a scrolled text begins, as it was drawn.
  package private(set) var scrolling: ScrollPlace?
  private var frame: Rectangle
  private var clip: Rectangle
  private var style = TextStyle.plain

  /// Creates a blank canvas.
  package init(_ size: Size) {
    grid = Grid(size)
    frame = Rectangle(width: size.width, height: size.height)
    clip = frame
  }

  /// The columns and rows that there are to draw in.
  public var size: Size { frame.size }

  /// The rows that can be seen; others need not be drawn.
  public var visibleRows: Range<Int> {
    let first = max(0, clip.row - frame.row)
    return first..<max(first, clip.row + clip.size.height - frame.row)
  }

  /// Writes text on one line; control characters in it are shown as escapes.
  public mutating func write(
    _ text: String, column: Int = 0, row: Int = 0, style: TextStyle = .plain
  ) {
    write(Glyph.all(in: text), column: column, row: row, style: style)
  }

  mutating func write(_ glyphs: [Glyph], column: Int, row: Int, style: TextStyle) {
    let style = self.style.adding(style)
    let row = frame.row + row
    var column = frame.column + column
    let end = clip.column + clip.size.width
    guard row >= clip.row, row < clip.row + clip.size.height else { return }
    for glyph in glyphs {
      if column >= end { return }
      if column >= clip.column {
        let fits = column + glyph.width <= end
        grid.put(fits ? glyph : Glyph(text: " ", width: 1), style, column: column, row: row)
      }
      column += glyph.width
    }
  }

  /// Draws a view in a rectangle of this canvas, in a style that is added to its own.
  public mutating func draw(
    _ view: some View, in rectangle: Rectangle, style added: TextStyle = .plain
  ) {
    let outer = (frame, clip, style)
    frame = Rectangle(
      column: frame.column + rectangle.column, row: frame.row + rectangle.row,
      width: rectangle.size.width, height: rectangle.size.height)
    clip = clip.intersection(frame)
    style = style.adding(added)
    if !clip.isEmpty { view.draw(on: &self) }
    (frame, clip, style) = outer
  }

  /// Draws a view on the whole canvas.
  mutating func draw(_ view: some View, style added: TextStyle = .plain) {
    draw(view, in: Rectangle(width: size.width, height: size.height), style: added)
  }

  /// Makes a rectangle of the canvas one that can be clicked.
  package mutating func addRegion(_ rectangle: Rectangle, _ target: ClickTarget) {
    let absolute = Rectangle(
      column: frame.column + rectangle.column, row: frame.row + rectangle.row,
      width: rectangle.size.width, height: rectangle.size.height)
    let visible = absolute.intersection(clip)
    if !visible.isEmpty { regions.append(ClickRegion(rectangle: visible, target: target)) }
  }

  /// Tells where what can be scrolled begins.
  mutating func report(_ place: ScrollPlace) {
    scrolling = place
  }
}

/// A view as it was drawn.
package struct Frame: Hashable, Sendable {
  package let grid: Grid
  package let regions: [ClickRegion]
  package let scrolling: ScrollPlace?

  /// Draws a view on a screen of a size.
  package init(_ view: some View, size: Size) {
    var canvas = Canvas(size)
    canvas.draw(view)
    grid = canvas.grid
    regions = canvas.regions
    scrolling = canvas.scrolling
  }

  /// What a click on a cell stands for: the region that was drawn last.
  package func target(column: Int, row: Int) -> ClickTarget? {
    regions.last { $0.rectangle.contains(column: column, row: row) }?.target
  }
}

/// A part of the screen that can be clicked.
package struct ClickRegion: Hashable, Sendable {
  package let rectangle: Rectangle
  package let target: ClickTarget
}

/// What a click stands for.
package enum ClickTarget: Hashable, Sendable {
  /// A key, as if it had been pressed.
  case key(Key)
  /// The selection of a row of a list.
  case row(Int)
  /// The choice of a tab.
  case tab(Int)
}

/// Where in what can be scrolled the part begins that is shown.
package struct ScrollPlace: Hashable, Sendable {
  /// The first row or line that is shown.
  package var first: Int
  /// How many are shown.
  package var shown: Int
  /// How many there are.
  package var count: Int

  /// Creates a place.
  package init(first: Int, shown: Int, count: Int) {
    self.first = first
    self.shown = shown
    self.count = count
  }
}
