package enum StateConditionError: Error, Hashable, Sendable {
  /// The text ends where a value is expected.
  case nothing
  /// The text continues with something that is not expected.
  case unexpected(String)
  case unclosed
  case tooDeep
  case path(ValuePathError)
  /// A value that is not a Boolean is not compared with anything.
  case noComparison(String)
  case otherType(path: String)
  case noCases(String)
  case unknownCase(path: String, name: String, cases: [String])
}

extension StateConditionError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .nothing: "the condition ends where a path or a value is expected"
    case .unexpected(let text): "the condition has an unexpected '\(text)'"
    case .unclosed: "the condition has a parenthesis, bracket or quote that is not closed"
    case .tooDeep: "the condition has too many nested parentheses"
    case .path(let error): error.description
    case .noComparison(let text):
      "'\(text)' is not true or false by itself; compare it, as in '\(text) == …'"
    case .otherType(let path):
      "'\(path)' is compared with a value of another type; texts are written in double quotes"
    case .noCases(let text): "'\(text)' has no cases; compare it with ==, < or >"
    case .unknownCase(let path, let name, let cases):
      "'\(path)' has no case '\(name)'; it has \(cases.map { "'\($0)'" }.joined(separator: ", "))"
    }
  }
}
