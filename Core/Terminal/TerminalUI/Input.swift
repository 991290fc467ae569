/// A key, as reported by a terminal.
///
///     let quit = ScreenKey(.control("q"), "quit", send: "quitTapped")
public enum Key: Hashable, Sendable {
  /// A key that types a character.
  case character(Character)
  /// A lowercase letter pressed together with the control key.
  case control(Character)
  /// A key that types a character, pressed together with the alt key.
  case alt(Character)
  /// A function key, counted from 1.
  case function(Int)
  /// A key that types no character.
  case enter, escape, tab, backTab, backspace, delete, insert
  /// A navigation key.
  case up, down, left, right, home, end, pageUp, pageDown
  /// A key without a name in this enumeration.
  case unknown(Int)
}

extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
  /// Creates a key that types a character.
  public init(extendedGraphemeClusterLiteral character: Character) {
    self = .character(character)
  }
}

extension Key: CustomStringConvertible {
  /// The label of the key in an action bar: `a`, `^A`, `F1`, `↑`.
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

package enum TerminalEvent: Hashable, Sendable {
  case key(Key)
  /// The primary mouse button was pressed on a cell.
  case click(column: Int, row: Int)
  /// The wheel was turned by a number of notches. Negative numbers are up.
  case wheel(Int)
  case paste(String)
  /// Text of this size was pasted, which exceeds the limit.
  case oversizedPaste(bytes: Int)
  case resize(Size)
  case end
}
