import SessionReplay

extension ScriptLineError: CustomStringConvertible {
  /// What is wrong, and what would be right.
  package var description: String {
    switch self {
    case .badWait(let text):
      "'wait' takes a time of up to a day, as '250ms', '1.5s' or '2m', or 'effects', not "
        + "'\(text.visible)'"
    }
  }
}
