package import RecordSchema
package import SessionReplay
package import TerminalUI

/// Draws the app's screen as it was at a step of a log, from the recorded state.
package struct RecordedScreen<App: ShellApp> {
  private let states: TypedStates<App.Feature.State>

  /// Prepares to draw the screens of a log; throws why it cannot, such as that it is of another app.
  package init(_ reader: SessionReader) throws(Incompatibility) {
    states = try Shell<App>.replayer.states(of: reader)
  }

  /// The tab that the state after a step has selected, drawn at a size.
  ///
  /// Where the state selects none, it is the first tab that differs from what the state before
  /// shows, or else `tab`.
  package func drawn(
    _ state: RecordedValue, after step: UInt64, before old: RecordedValue? = nil, tab: Int = 0,
    size: Size
  ) throws(Incompatibility) -> DrawnTab {
    let new = try tabs(of: state, after: step, size: size)
    if let selected = new.selected { return new.drawn(selected) }
    let before = old.flatMap { try? tabs(of: $0, after: step - min(step, 1), size: size) }
    let changed = before.flatMap { before in
      new.grids.indices.first { place in
        !before.grids.indices.contains(place) || before.grids[place] != new.grids[place]
      }
    }
    return new.drawn(changed ?? (new.grids.indices.contains(tab) ? tab : 0))
  }

  private func tabs(
    of state: RecordedValue, after step: UInt64, size: Size
  ) throws(Incompatibility) -> Tabs {
    try states.withState(of: state, after: step) { state in
      let screens = App.tabs(of: state)
      let selected = screens.firstIndex(where: \.isSelected)
      // Only where none is selected are the others looked at.
      let grids = screens.indices.map { place in
        selected == nil || place == selected
          ? Frame(screens[place].view(ScreenCursor()), size: size).grid : Grid(size)
      }
      return Tabs(titles: screens.map(\.title), selected: selected, grids: grids, size: size)
    }
  }

  private struct Tabs {
    let titles: [String]
    let selected: Int?
    let grids: [Grid]
    let size: Size

    func drawn(_ place: Int) -> DrawnTab {
      DrawnTab(
        titles: titles, tab: place,
        grid: grids.indices.contains(place) ? grids[place] : Grid(size))
    }
  }
}

/// A tab of an app as it was drawn.
package struct DrawnTab: Equatable, Sendable {
  /// The titles of all tabs.
  package let titles: [String]
  /// The place of the one that is drawn.
  package let tab: Int
  /// What it shows, with its colours.
  package let grid: Grid
}
