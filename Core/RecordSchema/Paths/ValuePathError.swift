/// Why a text is no path into the values of a type.
package enum ValuePathError: Error, Hashable, Sendable {
  /// There is no field or case of that name; the nearest paths, or else some of the names.
  case unknownName(path: String, name: String, suggestions: [String], names: [String])
  /// Several cases have the name, and nothing tells which is meant; paths of fields that would.
  case ambiguousCase(path: String, name: String, fields: [String])
  /// The value has no parts.
  case noParts(path: String, type: String, rest: String)
  /// The value is not a collection, and is followed by a bracket.
  case notACollection(path: String, type: String, key: String)
  /// The value is a collection, and is followed by a name.
  case needsBrackets(path: String, type: String, name: String, example: String)
  /// The rows of a list have no stored identity.
  case noIdentities(path: String, key: String)
  /// The text between brackets is no index or key.
  case badKey(path: String, key: String, hint: String)
  /// A bracket, a quote or a backtick is not closed.
  case unclosed(path: String, sign: String)
  /// There is something where a name must be, or behind the end.
  case unexpected(path: String, found: String)
}

extension ValuePathError: CustomStringConvertible {
  /// What is wrong with the path, and the remedy.
  package var description: String {
    switch self {
    case .unknownName(let path, let name, let suggestions, let names):
      "\(Self.place(path)) has no '\(name)'\(Self.remedy(suggestions, names))"
    case .ambiguousCase(let path, let name, let fields) where fields.isEmpty:
      """
      \(Self.place(path)) has several cases '\(name)', and no field tells them apart; \
      ask for \(path.isEmpty ? "the whole state" : "'\(path)'")
      """
    case .ambiguousCase(let path, let name, let fields):
      """
      \(Self.place(path)) has several cases '\(name)'; name a field of one, \
      \(fields.map { "'\($0)'" }.joined(separator: " or "))
      """
    case .noParts(let path, let type, let rest):
      "'\(path)' is of type \(type), which has no parts; leave out '\(rest)'"
    case .notACollection(let path, let type, let key):
      "\(Self.place(path)) is of type \(type), which is no collection; leave out '\(key)'"
    case .needsBrackets(let path, let type, let name, let example):
      """
      \(Self.place(path)) is of type \(type), which has no '\(name)'; \
      name an element first, as in '\(example)'
      """
    case .noIdentities(let path, let key):
      "the rows of '\(path)' have no stored id, so there is no '\(key)'; use an index: \(path)[0]"
    case .badKey(let path, let key, let hint):
      "'\(path)' has no '[\(key)]'; between the brackets it takes \(hint)"
    case .unclosed(let path, let sign):
      "the path '\(path)' ends before its closing '\(sign)'; add it, and quote the path for the shell"
    case .unexpected(let path, let found):
      """
      the path \(path.isEmpty ? "begins" : "goes on behind '\(path)'") with '\(found)'; \
      write names with dots between them, as 'show' prints them
      """
    }
  }

  private static func place(_ path: String) -> String {
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
