/// A key of a keyboard, as a terminal tells of it.
///
///     let quit = ScreenKey(.control("q"), "quit", send: "quitTapped")
public enum Key: Hashable, Sendable {
  /// A key that writes something.
  case character(Character)
  /// A letter together with the control key, in lower case.
  case control(Character)
  /// A key that writes something, together with the alt key.
  case alt(Character)
  /// A function key, from 1.
  case function(Int)
  /// The keys that write nothing.
  case enter, escape, tab, backTab, backspace, delete, insert
  /// The keys that move.
  case up, down, left, right, home, end, pageUp, pageDown
  /// A key that has no name here.
  case unknown(Int)
}

extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
  /// A key that writes a character.
  public init(extendedGraphemeClusterLiteral character: Character) {
    self = .character(character)
  }
}

extension Key: CustomStringConvertible {
  /// The key as an action bar shows it: `a`, `^A`, `F1`, `↑`.
  public var description: String {
    switch self {
    case .character(" "): "Space"
    case .character(let character): String(character)
    case .control(let character): "^\(character.uppercased())"
    case .alt(let character): "M-\(character)"
    case .function(let number): "F\(number)"
    case .enter: "⏎"
    case .escape: "Esc"
    case .tab: "Tab"
    case .backTab: "S-Tab"
    case .backspace: "⌫"
    case .delete: "Del"
    case .insert: "Ins"
    case .up: "↑"
    case .down: "↓"
    case .left: "←"
    case .right: "→"
    case .home: "Home"
    case .end: "End"
    case .pageUp: "PgUp"
    case .pageDown: "PgDn"
    case .unknown(let code): "key \(code)"
    }
  }
}

/// What a terminal tells of.
package enum TerminalEvent: Hashable, Sendable {
  /// A key was pressed.
  case key(Key)
  /// The first button of the mouse was pressed on a cell.
  case click(column: Int, row: Int)
  /// The wheel was turned by so many notches; below zero is up.
  case wheel(Int)
  /// Text was pasted.
  case paste(String)
  /// More was pasted than is taken; it has so many bytes.
  case oversizedPaste(bytes: Int)
  /// The terminal has another size.
  case resize(Size)
  /// Nothing more comes from the terminal.
  case end
}
