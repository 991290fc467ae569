import SessionReplay

/// What is wrong with a command line.
package enum UsageError: Error, Equatable, Sendable {
  /// The command line has no verb.
  case noVerb
  /// No verb has this name; the nearest name is given if one is near.
  case unknownVerb(String, nearest: String?)
  /// Neither the verb nor the program has this option.
  case unknownOption(String, nearest: String?)
  /// Several options begin with this text.
  case ambiguousOption(String, candidates: [String])
  /// An option needs a value and has none.
  case missingValue(option: String, value: String)
  /// An option takes no value and has one.
  case unexpectedValue(option: String)
  /// The value of an option has another form, or is not one of its choices.
  case badValue(option: String, value: String, expected: String, nearest: String? = nil)
  /// Two options contradict each other.
  case conflict(String, String)
  /// An operand that the verb needs is missing.
  case missingOperand(String, of: String)
  /// A path is empty, as it is if it comes from an empty variable of the shell.
  case emptyPath(of: String, needs: String)
  /// The verb takes no such operand.
  case extraOperand(String, of: String)
  /// An option that the verb needs is missing.
  case missingOption(String, of: String)
}

extension UsageError: CustomStringConvertible {
  /// What is wrong, and what would be right.
  package var description: String {
    switch self {
    case .noVerb:
      "there is no verb"
    case .unknownVerb(let name, let nearest):
      "unknown verb '\(name.visible)'\(Self.question(nearest))"
    case .unknownOption(let name, let nearest):
      "unknown option '\(name.visible)'\(Self.question(nearest))"
    case .ambiguousOption(let name, let candidates):
      "'\(name.visible)' may be \(candidates.map { "'--\($0)'" }.joined(separator: " or "))"
    case .missingValue(let option, let value):
      "'\(option)' needs a value: \(option) \(value)"
    case .unexpectedValue(let option):
      "'\(option)' takes no value"
    case .badValue(let option, let value, let expected, let nearest):
      "'\(option)' takes \(expected), not '\(value.visible)'\(Self.question(nearest))"
    case .conflict(let one, let other):
      "'\(one)' and '\(other)' cannot go together; leave one of them out"
    case .missingOperand(let operand, let verb):
      "'\(verb)' needs \(operand)"
    case .emptyPath(let name, let needed):
      "'\(name)' needs \(needed), and an empty path is none; check the variable if it came from one"
    case .extraOperand(let operand, let verb):
      "'\(verb)' has no use for '\(operand.visible)'"
    case .missingOption(let option, let verb):
      "'\(verb)' needs '\(option)'"
    }
  }

  private static func question(_ nearest: String?) -> String {
    nearest.map { "; did you mean '\($0)'?" } ?? ""
  }
}
