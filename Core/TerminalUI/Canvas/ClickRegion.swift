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
