/// A horizontal row of views.
///
///     let row = Row { Text("Name"); Spacer(); Text("Blob") }
public struct Row: View {
  private let views: [any View]
  private let spacing: Int

  /// Creates a row of views, separated by a number of blank columns.
  public init(spacing: Int = 1, @ViewBuilder _ content: () -> [any View]) {
    self.spacing = spacing
    views = content()
  }

  /// The directions in which the view fills the remaining space.
  public var flexibility: Flexibility {
    views.reduce(into: []) { $0.formUnion($1.flexibility) }
  }

  /// Returns the size that the view takes within the offered size.
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

  /// Draws the view.
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

/// A vertical column of views.
///
///     let column = Column(spacing: 1) {
///       Text("Name").bold()
///       Text("Blob")
///     }
public struct Column: View {
  private let views: [any View]
  private let spacing: Int

  /// Creates a column of views, separated by a number of blank lines.
  public init(spacing: Int = 0, @ViewBuilder _ content: () -> [any View]) {
    self.spacing = spacing
    views = content()
  }

  /// The directions in which the view fills the remaining space.
  public var flexibility: Flexibility {
    views.reduce(into: []) { $0.formUnion($1.flexibility) }
  }

  /// Returns the size that the view takes within the offered size.
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

  /// Draws the view.
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

/// The distribution of a length among views.
enum Share {
  /// Returns the length of each view. Flexible views share the length that inflexible ones leave.
  ///
  /// `wanted` is called only for inflexible views, with the space left for them.
  static func lengths(
    of total: Int, isFlexible: [Bool], spacing: Int, wanted: (_ index: Int, _ room: Int) -> Int
  ) -> [Int] {
    var used = 0
    var lengths = isFlexible.indices.map { index in
      guard !isFlexible[index] else { return 0 }
      // Later views, including their gaps, don't take space from earlier ones.
      let room = max(0, total - used - spacing * index)
      let length = min(room, wanted(index, room))
      used += length
      return length
    }
    var rest = max(0, total - used - spacing * max(0, isFlexible.count - 1))
    let flexible = isFlexible.indices.filter { isFlexible[$0] }
    for (position, index) in flexible.enumerated() {
      lengths[index] = rest / (flexible.count - position)
      rest -= lengths[index]
    }
    return lengths
  }
}

/// An empty view that fills the space left by the views next to it.
///
///     let row = Row { Text("left"); Spacer(); Text("right") }
public struct Spacer: View {
  private let directions: Flexibility

  /// Creates a spacer, which by default grows horizontally, for use in a row.
  public init(_ directions: Flexibility = .horizontal) {
    self.directions = directions
  }

  /// The directions in which the view fills the remaining space.
  public var flexibility: Flexibility { directions }

  /// Returns the size that the view takes within the offered size.
  public func size(within offer: Size) -> Size {
    Size(
      width: directions.contains(.horizontal) ? offer.width : 0,
      height: directions.contains(.vertical) ? offer.height : 0)
  }

  /// Draws nothing.
  public func draw(on canvas: inout Canvas) {}
}

/// A horizontal line.
///
///     let column = Column { Text("Name").bold(); Divider(); Text("Blob") }
public struct Divider: View {
  /// Creates a line.
  public init() {}

  /// The directions in which the view fills the remaining space.
  public var flexibility: Flexibility { .horizontal }

  /// Returns the size that the view takes within the offered size.
  public func size(within offer: Size) -> Size {
    Size(width: offer.width, height: min(1, offer.height))
  }

  /// Draws the view.
  public func draw(on canvas: inout Canvas) {
    canvas.write(
      String(repeating: "─", count: canvas.size.width), style: TextStyle(color: .muted))
  }
}
