package import ActionText
package import RecordCoding
package import RecordSchema
package import TerminalUI

/// The full screen without a terminal: events go in, and what is to be done and shown comes out.
package struct ScreenModel<Action> {
  /// The tabs as they are in the app's present state; there is always one.
  package var screens: [Screen<Action>] {
    didSet { followTab(from: oldValue) }
  }
  package var size: Size
  package var steps = StepHistory()
  package var light = RecordingLight.off
  package var message: ScreenMessage?
  package internal(set) var history: CommandHistory
  package internal(set) var tab = 0
  package internal(set) var isHelpShown = false
  package internal(set) var input: LineInput<Action>?

  let completer: ActionCompleter
  /// The state as a completer sees it.
  let state: () -> RecordedValue?
  var cursors: [Int: ScreenCursor] = [:]
  /// How far the list of keys is scrolled.
  var helpCursor = ScreenCursor()
  /// The screen as it was last drawn: what can be clicked, and how much a page is.
  var drawn: Frame?

  /// Creates a screen that shows the tab which the state has selected, or else the first.
  package init(
    screens: [Screen<Action>], size: Size, completer: ActionCompleter,
    state: @escaping () -> RecordedValue? = { nil }, history: CommandHistory = CommandHistory()
  ) {
    self.screens = screens
    self.size = size
    self.completer = completer
    self.state = state
    self.history = history
    tab = Self.selectedTab(of: screens) ?? 0
  }

  /// The tab that is shown.
  package var screen: Screen<Action>? { screens.indices.contains(tab) ? screens[tab] : nil }

  /// Where the person is on it.
  package var cursor: ScreenCursor {
    get { screen?.clamped(cursors[tab] ?? ScreenCursor()) ?? ScreenCursor() }
    set { cursors[tab] = newValue }
  }

  /// Takes an event, and tells what is to be done about it.
  package mutating func handle(_ event: TerminalEvent) -> [ScreenCommand<Action>] {
    switch event {
    case .key(let key):
      message = nil
      return input == nil ? press(key) : type(key)
    case .click(let column, let row):
      message = nil
      return click(column: column, row: row)
    case .wheel(let notches):
      if input == nil { move(by: 3 * notches) }
      return []
    case .paste(let text):
      paste(text)
      return []
    case .oversizedPaste(let bytes):
      fail("The paste has \(bytes) bytes and was left out: a line has at most \(LineEditor.limit).")
      return []
    case .resize(let size):
      self.size = size
      return []
    case .end:
      return [.quit]
    }
  }

  /// Tells what came of a command that was typed: a failure leaves it to be corrected.
  package mutating func finishCommand(failure: String?) {
    guard let failure else { return input = nil }
    fail(failure)
  }

  mutating func fail(_ text: String) {
    message = ScreenMessage(.failure, text)
  }

  mutating func note(_ text: String) {
    message = ScreenMessage(.note, text)
  }

  private mutating func paste(_ text: String) {
    guard input != nil else {
      return fail("Nothing takes a paste here; ':' opens a line for an action.")
    }
    var line = text[...]
    while let last = line.last, last.isNewline { line.removeLast() }
    guard !line.contains(where: \.isNewline) else {
      return fail("The paste has several lines and was left out; paste one at a time.")
    }
    insert(String(line))
  }

  mutating func insert(_ text: String) {
    if input?.editor.insert(text) == false {
      fail("The line is full: it has at most \(LineEditor.limit) bytes.")
    }
  }

  /// Shows another tab when the state has selected another one, or when a tab is gone.
  private mutating func followTab(from old: [Screen<Action>]) {
    let selected = Self.selectedTab(of: screens)
    if let selected, selected != Self.selectedTab(of: old) {
      show(tab: selected)
    }
    tab = max(0, min(tab, screens.count - 1))
  }

  private static func selectedTab(of screens: [Screen<Action>]) -> Int? {
    screens.firstIndex(where: \.isSelected)
  }
}
