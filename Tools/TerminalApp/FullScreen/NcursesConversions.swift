import CNcurses
import TerminalUI

extension TerminalInput {
  /// Creates an input from an event of ncurses, or returns `nil` if the event is not used.
  init?(_ event: rp_event) {
    switch Int(event.kind) {
    case rp_event_character:
      guard let scalar = Unicode.Scalar(UInt32(bitPattern: event.value)) else { return nil }
      self = .scalar(scalar)
    case rp_event_key: self = .key(Key(ncurses: event.value))
    case rp_event_click:
      self = .click(column: Int(event.column), row: Int(event.row))
    case rp_event_wheel: self = .wheel(Int(event.value))
    case rp_event_paste_begin: self = .pasteBegin
    case rp_event_paste_end: self = .pasteEnd
    default: return nil
    }
  }
}

extension Key {
  private static let named: [Int: Key] = [
    rp_key_up: .up, rp_key_down: .down, rp_key_left: .left,
    rp_key_right: .right, rp_key_home: .home, rp_key_end: .end,
    rp_key_page_up: .pageUp, rp_key_page_down: .pageDown,
    rp_key_enter: .enter, rp_key_backspace: .backspace,
    rp_key_delete: .delete, rp_key_insert: .insert,
    rp_key_back_tab: .backTab,
  ]

  fileprivate init(ncurses code: Int32) {
    let function = Int(code) - rp_key_function
    if let key = Self.named[Int(code)] {
      self = key
    } else if (1...63).contains(function) {
      self = .function(function)
    } else {
      self = .unknown(Int(code) - rp_key_other)
    }
  }
}

extension Cell {
  /// The scalars to paint, one list for each character of ncurses.
  ///
  /// Terminals disagree on the width of joined emoji. A sequence is therefore painted as its first
  /// emoji, and a flag as its two letters. All terminals draw the emoji and the letters in the two
  /// columns of the cell.
  var painted: [[UInt32]] {
    let scalars = Array(text.unicodeScalars)
    guard width == 2, let first = scalars.first else { return [scalars.map(\.value)] }
    let letters = scalars.filter { (0x1F1E6...0x1F1FF).contains($0.value) }
    if letters.count == 2 { return letters.map { [$0.value - 0x1F1E6 + 0x41] } }
    if rp_width(first.value) == 2 {
      let marks = scalars.dropFirst().prefix { $0.value != 0x200D }
      return [[first.value] + marks.map(\.value)]
    }
    return [[first.value], [0x20]]
  }
}
