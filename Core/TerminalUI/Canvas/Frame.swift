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
