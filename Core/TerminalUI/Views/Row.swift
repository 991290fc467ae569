/// Views beside each other.
public struct Row: View {
  private let views: [any View]
  private let spacing: Int

  /// Creates a row, with so many blank columns between its views.
  public init(spacing: Int = 1, @ViewBuilder _ content: () -> [any View]) {
    self.spacing = spacing
    views = content()
  }

  /// The directions in which it takes the room that others leave.
  public var flexibility: Flexibility {
    views.reduce(into: []) { $0.formUnion($1.flexibility) }
  }

  /// The room that it takes of what it is offered.
  public func size(within offer: Size) -> Size {
    let widths = widths(within: offer)
    let heights = zip(views, widths).map { view, width in
      view.flexibility.contains(.vertical)
        ? offer.height : view.size(within: Size(width: width, height: offer.height)).height
    }
    let gaps = spacing * max(0, views.count - 1)
    return Size(
      width: min(offer.width, widths.reduce(gaps, +)), height: heights.max() ?? 0)
  }

  /// Draws it.
  public func draw(on canvas: inout Canvas) {
    let size = canvas.size
    var column = 0
    for (view, width) in zip(views, widths(within: size)) {
      canvas.draw(view, in: Rectangle(column: column, width: width, height: size.height))
      column += width + spacing
    }
  }

  private func widths(within offer: Size) -> [Int] {
    Share.lengths(
      of: offer.width, isFlexible: views.map { $0.flexibility.contains(.horizontal) },
      spacing: spacing
    ) { index, room in
      views[index].size(within: Size(width: room, height: offer.height)).width
    }
  }
}
