/// Views one below the other.
public struct Column: View {
  private let views: [any View]
  private let spacing: Int

  /// Creates a column, with so many blank lines between its views.
  public init(spacing: Int = 0, @ViewBuilder _ content: () -> [any View]) {
    self.spacing = spacing
    views = content()
  }

  /// The directions in which it takes the room that others leave.
  public var flexibility: Flexibility {
    views.reduce(into: []) { $0.formUnion($1.flexibility) }
  }

  /// The room that it takes of what it is offered.
  public func size(within offer: Size) -> Size {
    let heights = heights(within: offer)
    let widths = zip(views, heights).map { view, height in
      view.flexibility.contains(.horizontal)
        ? offer.width : view.size(within: Size(width: offer.width, height: height)).width
    }
    let gaps = spacing * max(0, views.count - 1)
    return Size(
      width: widths.max() ?? 0, height: min(offer.height, heights.reduce(gaps, +)))
  }

  /// Draws it.
  public func draw(on canvas: inout Canvas) {
    let size = canvas.size
    let visible = canvas.visibleRows
    var row = 0
    for (view, height) in zip(views, heights(within: size)) {
      if row < visible.upperBound, row + height > visible.lowerBound {
        canvas.draw(view, in: Rectangle(row: row, width: size.width, height: height))
      }
      row += height + spacing
    }
  }

  private func heights(within offer: Size) -> [Int] {
    Share.lengths(
      of: offer.height, isFlexible: views.map { $0.flexibility.contains(.vertical) },
      spacing: spacing
    ) { index, room in
      views[index].size(within: Size(width: offer.width, height: room)).height
    }
  }
}
