package import RecordCoding
package import RecordedValues
package import SessionDocument
package import SessionReplay
package import TerminalUI

package struct RecordedScreen<State: Recordable, Action: Recordable> {
  private let states: TypedStates<State>
  private let tabs: (State) -> [Screen<Action>]

  package init(
    _ reader: SessionReader, with replayer: SessionReplayer<State, Action>,
    tabs: @escaping (State) -> [Screen<Action>]
  ) throws(Incompatibility) {
    states = try replayer.states(of: reader)
    self.tabs = tabs
  }

  /// Draws the selected tab. If none is selected, draws the first tab that differs from the same
  /// tab of `old`, or else the tab `tab`.
  package func drawn(
    _ state: RecordedValue, after step: UInt64, before old: RecordedValue? = nil, tab: Int = 0,
    size: Size
  ) throws(Incompatibility) -> DrawnTab {
    let new = try drawnTabs(of: state, after: step, size: size)
    if let selected = new.selected { return new.drawn(selected) }
    let before = old.flatMap { try? drawnTabs(of: $0, after: step - min(step, 1), size: size) }
    let changed = before.flatMap { before in
      new.grids.indices.first { index in
        !before.grids.indices.contains(index) || before.grids[index] != new.grids[index]
      }
    }
    return new.drawn(changed ?? (new.grids.indices.contains(tab) ? tab : 0))
  }

  private func drawnTabs(
    of state: RecordedValue, after step: UInt64, size: Size
  ) throws(Incompatibility) -> Tabs {
    try states.withState(of: state, after: step) { state in
      let screens = tabs(state)
      let selected = screens.firstIndex(where: \.isSelected)
      // The other tabs are needed only if no tab is selected.
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
