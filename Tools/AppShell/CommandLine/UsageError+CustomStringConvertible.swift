import SessionReplay

extension UsageError: CustomStringConvertible {
  /// What is wrong, and what would be right.
  package var description: String {
    switch self {
    case .noVerb:
      "there is no verb"
    case .unknownVerb(let name, let nearest):
      "there is no verb '\(name.visible)'\(Self.question(nearest))"
    case .unknownOption(let name, let verb, let nearest):
      "\(verb.map { "'\($0)'" } ?? "the program") has no option '\(name.visible)'"
        + Self.question(nearest)
    case .ambiguousOption(let name, let candidates):
      "'\(name.visible)' may be \(candidates.map { "'--\($0)'" }.joined(separator: " or "))"
    case .missingValue(let option, let value):
      "'\(option)' needs a value: \(option) \(value)"
    case .unexpectedValue(let option):
      "'\(option)' takes no value"
    case .badValue(let option, let value, let expected):
      "'\(option)' takes \(expected), not '\(value.visible)'"
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
