package import TerminalUI

package struct DrawnScreen: Equatable, Sendable {
  package let frame: Frame
  /// The position of the cursor, or `nil` if it is hidden.
  package let cursor: Rectangle?
}

extension DrawnScreen {
  /// The minimum size of the full screen and of the player.
  private static var smallest: Size { Size(width: 24, height: 6) }

  /// Creates a screen with a message. Returns `nil` unless the terminal is too small.
  package init?(tooSmall size: Size) {
    let smallest = Self.smallest
    guard size.width < smallest.width || size.height < smallest.height else { return nil }
    let text = Paragraph(
      "\(size.width)×\(size.height) is too small: at least \(smallest.width)×\(smallest.height) "
        + "is needed.")
    self.init(frame: Frame(text, size: size), cursor: nil)
  }
}

extension ScreenModel {
  /// Draws the screen, and stores the scroll offset of the resulting frame.
  package mutating func draw() -> DrawnScreen {
    if let message = DrawnScreen(tooSmall: size) {
      drawn = nil
      return message
    }
    log.fit(height: logHeight)
    let frame = Frame(view, size: size)
    drawn = frame
    if let range = frame.scrolling {
      if isHelpShown {
        helpCursor.offset = range.first
      } else {
        cursor = ScreenCursor(selection: cursor.selection, offset: range.first)
      }
    }
    return DrawnScreen(
      frame: frame, cursor: typedLine?.cursor(width: size.width, row: size.height - 1))
  }

  private var view: some View {
    Column {
      Row {
        TabBar(screens.map(\.title), selection: tab)
        lightView
      }
      Divider()
      Filling(content: contentView)
      if logHeight > 0 { logView }
      messageView
      if let typedLine { typedLine } else { actionBar }
    }
  }

  /// Whether the shell abbreviates its own texts to leave room for the tab.
  private var isNarrow: Bool { size.width < 60 }

  private var lightView: some View {
    let color: TextColor =
      switch light {
      case .off: .muted
      case .on: .danger
      case .failed: .warning
      }
    return Text(light.text(isShort: isNarrow)).color(color)
  }

  private var contentView: Column {
    if isHelpShown { return helpView }
    if log.isFocused, log.isOpen { return changesView }
    return screen?.view(cursor) ?? Column {}
  }

  var logRows: Range<Int>? {
    let end = size.height - 1 - messageHeight
    return logHeight > 0 ? end - logHeight..<end : nil
  }

  var maxMessageHeight: Int { max(1, size.height / 3) }

  private var messageView: some View {
    Paragraph(message?.text ?? "").color(message?.kind == .failure ? .danger : .muted)
      .frame(height: messageHeight)
  }

  private var messageHeight: Int {
    let room = Size(width: size.width, height: maxMessageHeight)
    return max(1, Paragraph(message?.text ?? "").size(within: room).height)
  }

  private var typedLine: TypedLine? {
    input.map { TypedLine(prompt: $0.prompt, editor: $0.editor) }
  }

  private var actionBar: some View {
    let own =
      log.isFocused
      ? logKeys
      : (screen?.keys(cursor) ?? []).map {
        ActionBar.Item(key: $0.key, title: $0.title, isEnabled: $0.isEnabled)
      }
    // The shell's keys work everywhere, so they are never omitted.
    let shell = ActionBar(items: [
      ActionBar.Item(key: ":", title: isNarrow ? "" : "action"),
      ActionBar.Item(key: "q", title: isNarrow ? "" : "quit"),
      ActionBar.Item(key: "?", title: "keys"),
    ])
    return Row {
      ActionBar(items: own)
      shell.frame(width: shell.fullWidth)
    }
  }
}

private struct Filling: View {
  let content: Column

  var flexibility: Flexibility { [.horizontal, .vertical] }

  func size(within offer: Size) -> Size { offer }

  func draw(on canvas: inout Canvas) {
    canvas.draw(
      content, in: Rectangle(width: canvas.size.width, height: canvas.size.height))
  }
}

/// The state of the recording, shown at the top right of the screen.
package enum RecordingLight: Equatable, Sendable {
  case off
  case on(steps: UInt64, bytes: Int)
  case failed

  /// Returns the state as text, such as `● 12 steps 1.4 kB`, or `● 12` if it must be short.
  package func text(isShort: Bool) -> String {
    switch self {
    case .off: isShort ? "○" : "○ not recorded"
    case .on(let steps, let bytes):
      isShort
        ? "● \(steps)" : "● \(steps) step\(steps == 1 ? "" : "s") \(Self.size(bytes))"
    case .failed: isShort ? "✗" : "✗ recording failed"
    }
  }

  private static func size(_ bytes: Int) -> String {
    switch bytes {
    case ..<1000: "\(bytes) B"
    case ..<1_000_000: "\(bytes / 1000).\(bytes / 100 % 10) kB"
    default: "\(bytes / 1_000_000).\(bytes / 100_000 % 10) MB"
    }
  }
}
