import Platform

package enum UsageError: Error, Equatable, Sendable {
  case noVerb
  /// No verb has this name. `nearest` is a similar name, if there is one.
  case unknownVerb(String, nearest: String?)
  case unknownOption(String, nearest: String?)
  case ambiguousOption(String, candidates: [String])
  case missingValue(option: String, value: String)
  case unexpectedValue(option: String)
  /// The value of an option is malformed, out of range, or not one of its choices.
  case badValue(option: String, value: String, expected: String, nearest: String? = nil)
  case conflict(String, String)
  case missingOperand(String, of: String)
  /// A path is empty, as when it comes from an empty shell variable.
  case emptyPath(of: String, needs: String)
  case extraOperand(String, of: String)
  case missingOption(String, of: String)
}

extension UsageError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noVerb:
      "no command given"
    case .unknownVerb(let name, let nearest):
      "unknown command '\(name.visible)'\(Self.question(nearest))"
    case .unknownOption(let name, let nearest):
      "unknown option '\(name.visible)'\(Self.question(nearest))"
    case .ambiguousOption(let name, let candidates):
      "ambiguous option '\(name.visible)': could be \(candidates.map { "'--\($0)'" }.alternatives)"
    case .missingValue(let option, let value):
      "'\(option)' needs a value: \(option) \(value)"
    case .unexpectedValue(let option):
      "'\(option)' takes no value"
    case .badValue(let option, let value, let expected, let nearest):
      """
      invalid value '\(value.visible)' for '\(option)': expected \
      \(expected)\(Self.question(nearest))
      """
    case .conflict(let one, let other):
      "'\(one)' and '\(other)' cannot be combined; remove one of them"
    case .missingOperand(let operand, let verb):
      "'\(verb)' needs \(operand)"
    case .emptyPath(let name, let needed):
      "'\(name)' needs \(needed), but the path is empty; check the variable that it came from"
    case .extraOperand(let operand, let verb):
      "unexpected argument '\(operand.visible)' for '\(verb)'"
    case .missingOption(let option, let verb):
      "'\(verb)' needs '\(option)'"
    }
  }

  private static func question(_ nearest: String?) -> String {
    nearest.map { "; did you mean '\($0)'?" } ?? ""
  }
}
