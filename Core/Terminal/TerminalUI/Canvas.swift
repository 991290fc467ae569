/// A drawing area: a rectangle of a grid of cells, with coordinates that start at 0.
///
///     struct Greeting: View {
///       func size(within offer: Size) -> Size { Size(width: 5, height: 1) }
///       func draw(on canvas: inout Canvas) {
///         canvas.write("Hello", style: TextStyle(isBold: true))
///       }
///     }
///
/// Drawing outside of the rectangle has no effect.
public struct Canvas {
  package private(set) var grid: Grid
  package private(set) var regions: [ClickRegion] = []
  /// The visible range of a list or scrolled text, as it was drawn.
  package private(set) var scrolling: ScrollRange?
  private var frame: Rectangle
  private var clip: Rectangle
  private var style = TextStyle.plain

  package init(_ size: Size) {
    grid = Grid(size)
    frame = Rectangle(width: size.width, height: size.height)
    clip = frame
  }

  /// The number of columns and rows to draw in.
  public var size: Size { frame.size }

  /// The visible rows. Other rows need not be drawn.
  public var visibleRows: Range<Int> {
    let first = max(0, clip.row - frame.row)
    return first..<max(first, clip.row + clip.size.height - frame.row)
  }

  /// Writes text on one line. Control characters are written as escape sequences.
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

  /// Draws a view in a rectangle of this canvas, combining a style with the canvas's style.
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

  mutating func draw(_ view: some View, style added: TextStyle = .plain) {
    draw(view, in: Rectangle(width: size.width, height: size.height), style: added)
  }

  package mutating func addRegion(_ rectangle: Rectangle, _ target: ClickTarget) {
    let absolute = Rectangle(
      column: frame.column + rectangle.column, row: frame.row + rectangle.row,
      width: rectangle.size.width, height: rectangle.size.height)
    let visible = absolute.intersection(clip)
    if !visible.isEmpty { regions.append(ClickRegion(rectangle: visible, target: target)) }
  }

  mutating func report(_ range: ScrollRange) {
    scrolling = range
  }
}

package struct Frame: Hashable, Sendable {
  package let grid: Grid
  package let regions: [ClickRegion]
  package let scrolling: ScrollRange?

  package init(_ view: some View, size: Size) {
    var canvas = Canvas(size)
    canvas.draw(view)
    grid = canvas.grid
    regions = canvas.regions
    scrolling = canvas.scrolling
  }

  /// Returns the target of a click on a cell, which is the target of the topmost region there.
  package func target(column: Int, row: Int) -> ClickTarget? {
    regions.last { $0.rectangle.contains(column: column, row: row) }?.target
  }
}

package struct ClickRegion: Hashable, Sendable {
  package let rectangle: Rectangle
  package let target: ClickTarget
}

package enum ClickTarget: Hashable, Sendable {
  /// The key to handle as if it had been pressed.
  case key(Key)
  case row(Int)
  case tab(Int)
}

package struct ScrollRange: Hashable, Sendable {
  /// The first visible row or line.
  package var first: Int
  /// The number of visible rows or lines.
  package var shown: Int
  /// The total number of rows or lines.
  package var count: Int

  package init(first: Int, shown: Int, count: Int) {
    self.first = first
    self.shown = shown
    self.count = count
  }
}
