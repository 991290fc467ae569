import RecordCoding

/// The reason why a text is not an action. Columns count the Unicode scalars of the line from 1.
///
/// Indirect, because each level of the parser reserves space for an error on its stack.
package indirect enum ActionTextError: Error, Hashable, Sendable {
  case empty
  /// No action has the path. The suggestions are similar.
  case unknownAction(path: String, suggestions: [String], column: Int)
  /// The path is a prefix of other actions. Lists some continuations.
  case incompleteAction(path: String, continuations: [String], column: Int)
  /// The path leads to the rows of a list, without naming one.
  case missingRow(path: String, column: Int)
  /// A row is named by its index, but its list was not found in the state.
  case unknownRows(path: String, index: Int, column: Int)
  /// A row is named by its index, but several lists in the state match.
  case ambiguousRows(path: String, index: Int, lists: [String], column: Int)
  case noSuchRow(path: String, index: Int, count: Int, column: Int)
  /// The action needs a value. The signature describes it.
  case missingPayload(path: String, signature: String, column: Int)
  case unexpectedPayload(path: String, column: Int)
  case unexpectedValue(location: Location, type: String, hint: String, found: String, column: Int)
  case numberOutOfRange(location: Location, type: String, found: String, column: Int)
  /// The enumeration has no such case. The suggestions are similar.
  case unknownCase(
    location: Location, type: String, name: String, suggestions: [String], column: Int)
  /// There is no such field at this point. Lists the valid ones.
  case unknownLabel(location: Location, label: String, valid: [String], column: Int)
  /// A field that must have a value has none.
  case missingField(location: Location, field: String, type: String, column: Int)
  /// The state has no UUID with the prefix.
  case unknownUUID(location: Location, prefix: String, column: Int)
  /// The state has several UUIDs with the prefix.
  case ambiguousUUID(location: Location, prefix: String, candidates: [String], column: Int)
  case tooManyValues(location: Location, limit: Int, column: Int)
  case duplicate(location: Location, found: String, column: Int)
  case unterminatedText(column: Int)
  case unknownEscape(found: String, column: Int)
  case missingSign(expected: String, found: String, column: Int)
  case trailingText(found: String, column: Int)
  case tooDeep(limit: Int, column: Int)

  package struct Location: Hashable, Sendable {
    /// The path of the action. Empty if the value is not part of an action.
    package var action: String
    /// The names of the fields that lead to the value, joined with dots. May be empty.
    package var field: String
  }
}

extension ActionTextError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .empty:
      "there is no action"
    case .unknownAction(let path, let suggestions, _):
      "there is no action '\(path)'\(Self.question(suggestions))"
    case .incompleteAction(let path, let continuations, let column):
      """
      \(path.isEmpty ? "the action" : "'\(path)'") is not complete (column \(column)): it \
      continues with \(Self.list(continuations))
      """
    case .missingRow(let path, let column):
      "'\(path)' needs a row: \(path)[id: …] or \(path)[0] (column \(column))"
    case .unknownRows(let path, let index, let column):
      """
      the state has no list at '\(path)' with a row \(index); write \(path)[id: …] \
      (column \(column))
      """
    case .ambiguousRows(let path, let index, let lists, let column):
      """
      row \(index) of '\(path)' may be one of \(Self.list(lists)) in the state; write \
      \(path)[id: …] (column \(column))
      """
    case .noSuchRow(let path, let index, let count, let column):
      """
      there is no row \(index) of '\(path)', which has \
      \(count == 0 ? "no rows" : "\(count) row\(count == 1 ? "" : "s"), counted from 0") \
      (column \(column))
      """
    case .missingPayload(let path, let signature, _):
      "'\(path)' needs a value: \(signature)"
    case .unexpectedPayload(let path, let column):
      "'\(path)' takes no value (column \(column))"
    case .unexpectedValue, .numberOutOfRange, .unknownCase, .unknownLabel, .missingField,
      .tooManyValues, .duplicate, .unknownUUID, .ambiguousUUID:
      valueDescription
    case .unterminatedText(let column):
      "the text that begins at column \(column) has no closing quote"
    case .unknownEscape(let found, let column):
      """
      there is no escape \(found) (column \(column)); write \\n, \\r, \\t, \\0, \\", \\\\ or \
      \\u{…}
      """
    case .missingSign(let expected, let found, let column):
      "expected \(expected), not \(found) (column \(column))"
    case .trailingText(let found, let column):
      "the action ends before \(found) (column \(column))"
    case .tooDeep(let limit, let column):
      "values are nested more than \(limit) levels deep (column \(column))"
    }
  }

  private var valueDescription: String {
    switch self {
    case .unexpectedValue(let location, let type, let hint, let found, let column):
      "\(location) takes \(type) (\(hint)), not \(found) (column \(column))"
    case .numberOutOfRange(let location, let type, let found, let column):
      "\(location) takes \(type), which cannot hold \(found) (column \(column))"
    case .unknownCase(let location, let type, let name, let suggestions, let column):
      """
      \(location) takes \(type), which has no case '\(name)'\(Self.question(suggestions)) \
      (column \(column))
      """
    case .unknownLabel(let location, let label, let valid, let column):
      """
      \(location) has no field '\(label)' here\
      \(valid.isEmpty ? "" : "; it takes \(Self.list(valid))") (column \(column))
      """
    case .missingField(let location, let field, let type, let column):
      "\(location) needs a value for \(field), of type \(type) (column \(column))"
    case .unknownUUID(let location, let prefix, let column):
      """
      \(location) takes a UUID, and the state has none that begins with \(prefix) (column \(column))
      """
    case .ambiguousUUID(let location, let prefix, let candidates, let column):
      """
      \(location) takes one UUID, but \(prefix)… may be \(Self.list(Self.shown(candidates))) in \
      the state (column \(column))
      """
    case .tooManyValues(let location, let limit, let column):
      "\(location) takes \(limit) value\(limit == 1 ? "" : "s"), not more (column \(column))"
    case .duplicate(let location, let found, let column):
      "\(location) holds \(found) twice (column \(column))"
    default: ""
    }
  }

  private static func question(_ suggestions: [String]) -> String {
    guard !suggestions.isEmpty else { return "" }
    return "; did you mean \(suggestions.map { "'\($0)'" }.joined(separator: " or "))?"
  }

  private static func shown(_ candidates: [String]) -> [String] {
    let shown = candidates.prefix(4)
    let others = candidates.count - shown.count
    return shown + (others > 0 ? ["\(others) more"] : [])
  }

  private static func list(_ names: [String]) -> String {
    guard let last = names.last else { return "nothing" }
    guard names.count > 1 else { return last }
    return "\(names.dropLast().joined(separator: ", ")) or \(last)"
  }
}

extension ActionTextError.Location: CustomStringConvertible {
  package var description: String {
    switch (action.isEmpty, field.isEmpty) {
    case (true, true): "the value"
    case (true, false): "'\(field)'"
    case (false, true): "'\(action)'"
    case (false, false): "'\(field)' of '\(action)'"
    }
  }
}
