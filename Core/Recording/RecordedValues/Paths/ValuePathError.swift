package enum ValuePathError: Error, Hashable, Sendable {
  /// There is no field or case with the name. Lists the most similar paths, or some of the names.
  case unknownName(path: String, name: String, suggestions: [String], names: [String])
  /// Several cases have the name. Lists the paths of fields that would select one.
  case ambiguousCase(path: String, name: String, fields: [String])
  case noParts(path: String, type: String, rest: String)
  case notACollection(path: String, type: String, key: String)
  /// A collection is followed by a name instead of a bracket.
  case needsBrackets(path: String, type: String, name: String, example: String)
  case noIdentities(path: String, key: String)
  /// The text in brackets is not an index or a key.
  case badKey(path: String, key: String, hint: String)
  case unclosed(path: String, sign: String)
  /// The path continues with something other than a name.
  case unexpected(path: String, found: String)
}

extension ValuePathError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unknownName(let path, let name, let suggestions, let names):
      "\(Self.subject(path)) has no '\(name)'\(Self.remedy(suggestions, names))"
    case .ambiguousCase(let path, let name, let fields) where fields.isEmpty:
      """
      \(Self.subject(path)) has several cases '\(name)', and no field distinguishes them; \
      ask for \(path.isEmpty ? "the whole state" : "'\(path)'")
      """
    case .ambiguousCase(let path, let name, let fields):
      """
      \(Self.subject(path)) has several cases '\(name)'; name a field of one, \
      \(fields.map { "'\($0)'" }.joined(separator: " or "))
      """
    case .noParts(let path, let type, let rest):
      "'\(path)' is of type \(type), which has no parts; leave out '\(rest)'"
    case .notACollection(let path, let type, let key):
      "\(Self.subject(path)) is of type \(type), which is not a collection; leave out '\(key)'"
    case .needsBrackets(let path, let type, let name, let example):
      """
      \(Self.subject(path)) is of type \(type), which has no '\(name)'; \
      name an element first, as in '\(example)'
      """
    case .noIdentities(let path, let key):
      "the rows of '\(path)' have no stored id, so there is no '\(key)'; use an index: \(path)[0]"
    case .badKey(let path, let key, let hint):
      "'\(path)' has no '[\(key)]'; between the brackets it takes \(hint)"
    case .unclosed(let path, let sign):
      """
      the path '\(path)' ends before its closing '\(sign)'; add it, and quote the path for the shell
      """
    case .unexpected(let path, let found):
      """
      the path \(path.isEmpty ? "begins" : "continues after '\(path)'") with '\(found)'; \
      write names with dots between them, as 'show' prints them
      """
    }
  }

  private static func subject(_ path: String) -> String {
    path.isEmpty ? "the state" : "'\(path)'"
  }

  private static func remedy(_ suggestions: [String], _ names: [String]) -> String {
    guard suggestions.isEmpty else {
      return "; did you mean \(suggestions.map { "'\($0)'" }.joined(separator: " or "))?"
    }
    guard let last = names.last else { return "; it has no parts" }
    let others = names.dropLast().joined(separator: ", ")
    return "; it has \(others.isEmpty ? "" : "\(others) and ")\(last)"
  }
}
