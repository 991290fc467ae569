import TerminalUI

// Handling of keys while no line is open.
extension ScreenModel {
  mutating func press(_ key: Key) -> [ScreenCommand<Action>] {
    if log.isFocused, !isHelpShown, let commands = pressInLog(key) { return commands }
    switch key {
    case ":": open(.command)
    case "?":
      isHelpShown.toggle()
      helpCursor = ScreenCursor()
    case "q", .control("d"): return [.quit]
    case .escape where isHelpShown: isHelpShown = false
    case .tab: return choose(tab: (tab + 1) % max(1, screens.count))
    case .backTab: return choose(tab: (tab + screens.count - 1) % max(1, screens.count))
    case .control("l"): return [.redraw]
    case .character(let digit) where digit >= "1" && digit <= "9":
      let index = (digit.wholeNumberValue ?? 1) - 1
      guard screens.indices.contains(index) else {
        fail("There is no tab \(digit); there are \(screens.count).")
        return []
      }
      return choose(tab: index)
    default:
      if let command = pressOwn(key) { return command }
      if key == Self.paneKey {
        toggleLog()
      } else if let rows = key.rows(page: max(1, drawn?.scrolling?.shown ?? 1)) {
        move(by: rows)
      } else {
        fail("\(key) does nothing here; ? shows the keys.")
      }
    }
    return []
  }

  /// Handles a key of the tab. Returns `nil` if the tab has no such key.
  private mutating func pressOwn(_ key: Key) -> [ScreenCommand<Action>]? {
    guard let own = screen?.keys(cursor).first(where: { $0.key == key }) else { return nil }
    guard own.isEnabled else {
      fail("'\(own.title)' cannot be done now.")
      return []
    }
    isHelpShown = false
    switch own.outcome {
    case .send(let action):
      return [.send(action)]
    case .ask(let question, let initial, let action):
      open(.answer(question, action), text: initial)
      return []
    }
  }

  mutating func open(_ purpose: LineInput<Action>.Purpose, text: String = "") {
    history.leave()
    input = LineInput(purpose: purpose, editor: LineEditor(text, isSelected: true))
  }

  /// Shows a tab. If the app's state selects the tabs, returns the action that selects this one.
  mutating func choose(tab: Int) -> [ScreenCommand<Action>] {
    isHelpShown = false
    if log.isFocused { log.leave() }
    guard screens.indices.contains(tab) else { return [] }
    if let action = screens[tab].selection, !screens[tab].isSelected { return [.send(action)] }
    show(tab: tab)
    return []
  }

  mutating func show(tab: Int) {
    self.tab = tab
    isHelpShown = false
  }

  mutating func scroll(by rows: Int) {
    if log.isFocused, !isHelpShown { log.change { $0.move(by: rows) } } else { move(by: rows) }
  }

  /// Moves the selection, or scrolls if the tab has no selectable rows.
  mutating func move(by rows: Int) {
    guard let screen else { return }
    let range = drawn?.scrolling
    let last = max(0, (range?.count ?? 0) - (range?.shown ?? 0))
    if isHelpShown {
      helpCursor.offset = max(0, min(helpCursor.offset + rows, last))
    } else if screen.rowCount > 0 {
      cursor.selection = max(0, min(cursor.selection + rows, screen.rowCount - 1))
    } else {
      cursor.offset = max(0, min(cursor.offset + rows, last))
    }
  }

  /// Selects the clicked step. A click on the selected step shows or hides its changes.
  private mutating func clickInLog(_ row: Int) {
    let isOpened = log.isFocused && log.list.position(ofRow: row) == log.list.selection
    log.isFocused = true
    log.change { $0.select(row: row) }
    if isOpened { log.isOpen.toggle() }
  }

  mutating func click(column: Int, row: Int) -> [ScreenCommand<Action>] {
    switch drawn?.target(column: column, row: row) {
    case .key(let key): return input == nil ? press(key) : type(key)
    case .tab(let index):
      return input == nil ? choose(tab: index) : []
    case .row(let index):
      guard input == nil else { break }
      if let logRows, logRows.contains(row) {
        clickInLog(index)
      } else {
        if log.isFocused { log.leave() }
        cursor.selection = index
      }
    case nil: break
    }
    return []
  }
}
