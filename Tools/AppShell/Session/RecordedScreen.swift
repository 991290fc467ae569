package import RecordSchema
package import SessionReplay
package import TerminalUI

package struct RecordedScreen<App: ShellApp> {
  private let states: TypedStates<App.Feature.State>

  package init(_ reader: SessionReader) throws(Incompatibility) {
    states = try Shell<App>.replayer.states(of: reader)
  }

  /// Draws the selected tab or, without one, the first that differs from that of `old`, or `tab`.
  package func drawn(
    _ state: RecordedValue, after step: UInt64, before old: RecordedValue? = nil, tab: Int = 0,
    size: Size
  ) throws(Incompatibility) -> DrawnTab {
    let new = try tabs(of: state, after: step, size: size)
    if let selected = new.selected { return new.drawn(selected) }
    let before = old.flatMap { try? tabs(of: $0, after: step - min(step, 1), size: size) }
    let changed = before.flatMap { before in
      new.grids.indices.first { index in
        !before.grids.indices.contains(index) || before.grids[index] != new.grids[index]
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
      // The other tabs are needed only if none is selected.
      let grids = screens.indices.map { index in
        selected == nil || index == selected
          ? Frame(screens[index].view(ScreenCursor()), size: size).grid : Grid(size)
      }
      return Tabs(titles: screens.map(\.title), selected: selected, grids: grids, size: size)
    }
  }

  private struct Tabs {
    let titles: [String]
    let selected: Int?
    let grids: [Grid]
    let size: Size

    func drawn(_ index: Int) -> DrawnTab {
      DrawnTab(
        titles: titles, tab: index,
        grid: grids.indices.contains(index) ? grids[index] : Grid(size))
    }
  }
}

package struct DrawnTab: Equatable, Sendable {
  package let titles: [String]
  package let tab: Int
  package let grid: Grid
}
