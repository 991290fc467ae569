/// A key of a keyboard, as a terminal tells of it.
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
