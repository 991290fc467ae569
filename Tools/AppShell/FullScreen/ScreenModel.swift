package import ActionText
import RecordCoding
package import RecordSchema
package import TerminalUI

/// A model of the full-screen interface without a terminal: it handles input events and returns
/// commands to perform.
package struct ScreenModel<Action> {
  /// The tabs as they are in the app's present state; there is always one.
  package var screens: [Screen<Action>] {
    didSet { followTab(from: oldValue) }
  }
  package var size: Size
  package var log = LogPane()
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

  /// The selected row and the scroll offset of the tab.
  package var cursor: ScreenCursor {
    get { screen?.clamped(cursors[tab] ?? ScreenCursor()) ?? ScreenCursor() }
    set { cursors[tab] = newValue }
  }

  /// Handles an event, and returns the commands to perform.
  package mutating func handle(_ event: TerminalEvent) -> [ScreenCommand<Action>] {
    switch event {
    case .key(let key):
      message = nil
      return input == nil ? press(key) : type(key)
    case .click(let column, let row):
      message = nil
      return click(column: column, row: row)
    case .wheel(let notches):
      if input == nil { scroll(by: 3 * notches) }
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

  /// Ends a command that was typed. After a failure the line stays, to be corrected.
  package mutating func finishCommand(failure: String?) {
    guard let failure else { return input = nil }
    fail(failure)
  }

  /// Shows the keys.
  package mutating func showHelp() {
    isHelpShown = true
    helpCursor = ScreenCursor()
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

/// A command of the full-screen interface.
package enum ScreenCommand<Action> {
  /// An action is sent to the app.
  case send(Action)
  /// A line was typed, as a script would have it.
  case perform(String)
  /// The session goes on from the state after a step, by its index in the list of steps.
  case goBack(Int)
  /// The commands that were typed are kept.
  case keepHistory
  /// All of the screen is painted again.
  case redraw
  /// The session ends.
  case quit
}

/// A line that the screen shows above its last one.
package struct ScreenMessage: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    case note
    case failure
  }

  package let kind: Kind
  package let text: String

  /// Creates a message.
  package init(_ kind: Kind, _ text: String) {
    self.kind = kind
    self.text = text
  }
}
