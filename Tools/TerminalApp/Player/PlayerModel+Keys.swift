import RecordedValues
import SessionDocument
import TerminalUI

// Handling of keys while no line is open.
extension PlayerModel {
  mutating func press(_ key: Key) -> [PlayerCommand] {
    if let overlay { return press(key, in: overlay) }
    if case .character(let digit) = key, digit.isASCII, digit.isNumber, digits.count < 18 {
      digits.append(digit)
      note("\(digits): g goes to that step")
      return []
    }
    let count = Int(digits)
    let typed = UInt64(digits)
    digits = ""
    switch key {
    case "q", .control("d"), .control("c"): return [.quit]
    case .control("l"): return [.redraw]
    case "?": open(.help)
    case ":": input = PlayerInput(purpose: .command, editor: LineEditor())
    case "/":
      focus(.steps)
      input = PlayerInput(purpose: .filter, editor: LineEditor(list.filter?.text ?? ""))
    case .escape: leave()
    case .tab: focus(next: 1)
    case .backTab: focus(next: -1)
    case "g" where typed != nil, "G" where typed != nil: if let typed { go(toStep: typed) }
    case "]", ">": step(by: count ?? 1)
    case "[", "<": step(by: -(count ?? 1))
    case " ": return togglePlaying()
    case "+", "=": return changeSpeed(by: 2)
    case "-": return changeSpeed(by: 0.5)
    case "n": seek(.forward)
    case "N": seek(.backward)
    case "c": goToCause()
    case "C": goToConsequence()
    case "d": goToDivergence()
    case "b": toggleBreakpoint()
    case "B": open(.breakpoints)
    case "r": explainReplay(isWhole: true)
    default:
      if !press(key, count: count ?? 1) { fail("\(key) does nothing here; ? shows the keys.") }
    }
    show()
    return requests()
  }

  private mutating func press(_ key: Key, count: Int) -> Bool {
    if let rows = key.rows(page: page, count: count) {
      move(by: rows)
      return true
    }
    switch key {
    case .left where isInTree, "h" where isInTree: tree.close()
    case .right where isInTree, "l" where isInTree: tree.open()
    case .enter where isInTree, "z" where isInTree: tree.toggle()
    default:
      var reason: String?
      let isFold = list.fold(by: key == .enter ? "z" : key) { reason = $0 }
      if let reason { note(reason) }
      return isFold
    }
    return true
  }

  private var isInTree: Bool { focus == .state }

  private mutating func press(_ key: Key, in overlay: Overlay) -> [PlayerCommand] {
    switch key {
    case .control("c"), .control("d"): return [.quit]
    case "?" where overlay == .breakpoints: open(.help)
    case .escape, "q", "?", "B": self.overlay = nil
    case "r" where overlay == .verdict: self.overlay = nil
    case " ": moveOverlay(by: 1)
    case .delete, .backspace, "x", "b":
      if overlay == .breakpoints {
        list.source.breakpoints.remove(at: overlayCursor.selection)
        moveOverlay(by: 0)
      }
    case .control("l"): return [.redraw]
    default: if let rows = key.rows(page: page) { moveOverlay(by: rows) }
    }
    return []
  }

  mutating func moveOverlay(by rows: Int) {
    let count = list.source.breakpoints.all.count
    if overlay != .breakpoints {
      let range = drawn?.scrolling
      let last = max(0, (range?.count ?? 0) - (range?.shown ?? 0))
      overlayCursor.offset = max(0, min(overlayCursor.offset + rows, last))
    } else {
      overlayCursor.selection = max(0, min(overlayCursor.selection + rows, count - 1))
    }
  }

  mutating func open(_ overlay: Overlay) {
    self.overlay = overlay
    overlayCursor = ScreenCursor()
  }

  /// Does the first possible of these: stops the search, stops playing, clears the filter, selects
  /// the list.
  private mutating func leave() {
    if search != nil {
      search = nil
      note("The search was stopped.")
    } else if playback.isPlaying {
      playback.stop()
    } else if list.filter != nil {
      list.setFilter(nil)
    } else if focus != .steps {
      focus(.steps)
    }
  }

  private var page: Int { max(1, (rectangle(of: focus)?.size.height ?? 2) - 1) }

  mutating func move(by rows: Int) {
    switch focus {
    case .steps:
      list.move(by: rows)
      show()
    case .state: tree.move(by: rows)
    case .change: changeOffset = max(0, min(changeOffset + rows, changeLines.count - 1))
    case .screen: screenOffset = max(0, min(screenOffset + rows, Self.tallestScreen - 1))
    }
  }

  private mutating func step(by rows: Int) {
    list.move(by: rows)
    show()
  }

  mutating func go(toStep number: UInt64) {
    let position = log.nearestPosition(of: number)
    go(to: position)
    if log.number(at: position) != number {
      note("The log has no step \(number); this is the nearest before it.")
    }
  }

  mutating func focus(_ pane: Pane) {
    focus = pane
    if pane == .state || pane == .screen { upper = pane }
    arrange()
  }

  private mutating func focus(next offset: Int) {
    let count = Pane.allCases.count
    focus(Pane(rawValue: (focus.rawValue + offset + count) % count) ?? .steps)
  }

  mutating func click(column: Int, row: Int) -> [PlayerCommand] {
    let target = drawn?.target(column: column, row: row)
    if case .key(let key) = target { return input == nil ? press(key) : type(key) }
    guard input == nil else { return [] }
    if overlay != nil {
      if case .row(let row) = target { overlayCursor.selection = row }
      return []
    }
    if case .tab(let index) = target {
      focus(Pane(rawValue: index) ?? focus)
      return []
    }
    // The title above a pane belongs to the pane.
    let pane = panes.first { $0.1.extendedUp.contains(column: column, row: row) }?.0
    guard let pane else { return [] }
    let hadFocus = pane == focus
    focus(pane)
    if case .row(let row) = target { click(row: row, of: pane, hadFocus: hadFocus) }
    show()
    return requests()
  }

  /// Selects the clicked row. A second click folds or unfolds it.
  private mutating func click(row: Int, of pane: Pane, hadFocus: Bool) {
    switch pane {
    case .steps:
      if hadFocus, list.selectedRow == row { list.toggleFold() } else { list.select(row: row) }
    case .state:
      if hadFocus, tree.selectedRow == row { tree.toggle() } else { tree.select(row: row) }
    case .change, .screen: break
    }
  }
}
