import SessionDocument
import TerminalUI

extension ScreenModel {
  /// The key that selects the list, unless the tab uses it.
  static var paneKey: Key { "L" }

  mutating func toggleLog() {
    isHelpShown = false
    if log.isFocused { log.leave() } else { log.isFocused = true }
  }

  /// Handles a key of the list. Returns `nil` for keys of the tab and of the shell.
  mutating func pressInLog(_ key: Key) -> [ScreenCommand<Action>]? {
    switch key {
    case "r": return goBack()
    case .enter: log.isOpen.toggle()
    case "c": goToCause()
    case "/": open(.filter, text: log.list.filter?.text ?? "")
    case .escape: leaveLog()
    case Self.paneKey: toggleLog()
    default: return moveInLog(key)
    }
    return []
  }

  private mutating func moveInLog(_ key: Key) -> [ScreenCommand<Action>]? {
    if let rows = key.rows(page: max(1, log.list.height - 1)) {
      log.change { $0.move(by: rows) }
      return []
    }
    var reason: String?
    var isFold = false
    log.change { list in isFold = list.fold(by: key) { reason = $0 } }
    if let reason { note(reason) }
    if isFold { return [] }
    switch key {
    // These keys work as they do in a tab.
    case ":", "?", "q", .tab, .backTab, .control: return nil
    case .character(let digit) where digit.isASCII && digit.isNumber: return nil
    default: fail("\(key) does nothing among the steps; Esc leaves them, ? shows the keys.")
    }
    return []
  }

  private mutating func goToCause() {
    guard let sender = log.list.sender(of: log.list.selection) else {
      return note("The user sent this step's action, or the step that led to it is not kept.")
    }
    log.change { $0.select(sender) }
  }

  private mutating func leaveLog() {
    if log.isOpen {
      log.isOpen = false
    } else if log.list.filter != nil {
      log.change { $0.setFilter(nil) }
    } else {
      log.leave()
    }
  }

  /// Goes back on the second request for the same step. The first one asks for confirmation.
  private mutating func goBack() -> [ScreenCommand<Action>] {
    let list = log.list
    guard list.source.count > 0 else {
      note("There is no step yet.")
      return []
    }
    let index = list.source.index(of: list.selection)
    guard log.requestedIndex == index else {
      log.requestedIndex = index
      let number = list.source.number(at: list.selection)
      let origin = number == 0 ? "from the beginning" : "from the state after step \(number)"
      note(
        "Continue \(origin)? Press 'r' again: effects are canceled"
          + (log.name == nil ? "." : ", this log is completed, and another begins."))
      return []
    }
    log.requestedIndex = nil
    return [.goBack(index)]
  }

  /// Shows the outcome of going back, and adds a line to the list where the session continues.
  package mutating func showGoneBack(_ outcome: GoneBack) {
    log.leave()
    if let path = outcome.newPath { log.name = SiblingLog.name(of: path) }
    let origin = outcome.step == 0 ? "the beginning" : "step \(outcome.step)"
    log.begin(
      after: outcome.step,
      "continues from \(origin)" + (outcome.newPath == nil ? "" : " in \(log.name ?? "")"))
    if outcome.failure != nil { fail(outcome.note) } else { note(outcome.note) }
  }

  mutating func filterLog(by text: String) {
    log.change { list in
      list.setFilter(SearchedText(text))
      list.continueFiltering()
    }
    if log.list.rowCount == 0 { note("No step has '\(text)'.") }
  }

  /// The number of visible rows of the list, or 0 if it is hidden.
  var logHeight: Int {
    guard !isHelpShown else { return 0 }
    if log.isFocused {
      return max(1, min(size.height / (log.isOpen ? 3 : 2), size.height - 7))
    }
    return size.height >= 16 ? max(2, size.height / 5) : 0
  }

  var logKeys: [ActionBar.Item] {
    [
      ActionBar.Item(key: .enter, title: log.isOpen ? "close" : "changes"),
      ActionBar.Item(key: "r", title: "go back here"), ActionBar.Item(key: "/", title: "filter"),
      ActionBar.Item(key: "c", title: "cause"), ActionBar.Item(key: "z", title: "fold"),
      ActionBar.Item(key: .escape, title: "app"),
    ]
  }

  var logView: Column {
    let list = log.list
    let details =
      list.filter.map { "/\($0.text): \(list.rowCount) of \(list.source.count)" }
      ?? (log.isFocused && list.source.count > 0
        ? "\(list.selectedRow + 1) of \(list.rowCount)" : "")
    return Column {
      LogTitle(name: log.name, details: details, isFocused: log.isFocused)
      StepListView(list, isFocused: log.isFocused, showsSelection: log.isFocused)
        .frame(height: logHeight)
    }
  }

  var changesView: Column {
    let source = log.list.source
    let position = log.list.selection
    guard position < source.count, let row = source.row(at: position) else {
      return Column { Text("There is no step yet.").dim() }
    }
    let changes = source.changes(at: position)
    return Column {
      Text("Step \(source.number(at: position)) \(row.origin) \(row.action)").bold()
      Text("")
      if changes.isEmpty { Text("It changed nothing.").dim() }
      for change in changes { Paragraph(change) }
    }
  }
}
