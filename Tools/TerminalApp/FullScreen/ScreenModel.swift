package import RecordedValues
import RecordCoding
package import TerminalUI

/// A model of the full-screen interface without a terminal. Events return commands to perform.
package struct ScreenModel<Action> {
  /// The tabs for the app's current state. Never empty.
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
  let state: () -> RecordedValue?
  var cursors: [Int: ScreenCursor] = [:]
  var helpCursor = ScreenCursor()
  /// The frame that was drawn last, with its clickable regions and the height of a page.
  var drawn: Frame?

  /// Creates a screen that shows the tab selected by the state, or the first tab.
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

  package var screen: Screen<Action>? { screens.indices.contains(tab) ? screens[tab] : nil }

  package var cursor: ScreenCursor {
    get { screen?.clamped(cursors[tab] ?? ScreenCursor()) ?? ScreenCursor() }
    set { cursors[tab] = newValue }
  }

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

  /// Completes a typed command. After a failure, the line stays open for corrections.
  package mutating func finishCommand(failure: String?) {
    guard let failure else { return input = nil }
    fail(failure)
  }

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

  /// Updates the visible tab if the state selects a different tab or tabs were removed.
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

package enum ScreenCommand<Action> {
  case send(Action)
  /// Performs a typed line as if it were a line of a script.
  case perform(String)
  /// Continues the session from the state after a step, given by its index among all listed steps.
  case goBack(Int)
  case keepHistory
  case redraw
  case quit
}

/// A message, shown above the last line of the screen.
package struct ScreenMessage: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    case note
    case failure
  }

  package let kind: Kind
  package let text: String

  package init(_ kind: Kind, _ text: String) {
    self.kind = kind
    self.text = text
  }
}
