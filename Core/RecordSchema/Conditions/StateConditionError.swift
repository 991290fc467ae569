/// Why a text is no condition on values of a type.
package enum StateConditionError: Error, Hashable, Sendable {
  /// There is nothing where a value must be.
  case nothing
  /// There is something else where a value must be, or behind the end.
  case unexpected(String)
  /// A parenthesis, a bracket or a quote is not closed.
  case unclosed
  /// Parentheses are nested too deeply.
  case tooDeep
  /// There is no such path.
  case path(ValuePathError)
  /// A value that is neither true nor false is not compared with anything.
  case noComparison(String)
  /// The value is compared with one of another type.
  case otherType(path: String)
  /// The value has no cases.
  case noCases(String)
  /// The value has no such case.
  case unknownCase(path: String, name: String, cases: [String])
}

extension StateConditionError: CustomStringConvertible {
  /// What is wrong with the condition, and the remedy.
  package var description: String {
    switch self {
    case .nothing: "the condition ends where a path or a value must be"
    case .unexpected(let text): "the condition has '\(text)' where it makes no sense"
    case .unclosed: "the condition has a parenthesis, bracket or quote that is not closed"
    case .tooDeep: "the condition has too many parentheses within each other"
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
