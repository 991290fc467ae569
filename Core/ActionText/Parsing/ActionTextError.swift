package import RecordCoding

/// Why a text is no action; columns count the Unicode scalars of the line from 1.
///
/// It is indirect because each level of the parser keeps room for one on its stack.
package indirect enum ActionTextError: Error, Hashable, Sendable {
  /// There is nothing to read.
  case empty
  /// There is no action of that path; the nearest ones are given.
  case unknownAction(path: String, suggestions: [String], column: Int)
  /// The path leads to other actions, some of which are given, and not to an action itself.
  case incompleteAction(path: String, continuations: [String], column: Int)
  /// The path leads to the rows of a list, and names none of them.
  case missingRow(path: String, column: Int)
  /// A row is named by its place, but the place of the list in the state is not known.
  case unknownRows(path: String, index: Int, column: Int)
  /// A row is named by its place, and several lists in the state may be meant.
  case ambiguousRows(path: String, index: Int, lists: [String], column: Int)
  /// The list has not so many rows.
  case noSuchRow(path: String, index: Int, count: Int, column: Int)
  /// The action needs a value; the signature shows which.
  case missingPayload(path: String, signature: String, column: Int)
  /// The action takes no value.
  case unexpectedPayload(path: String, column: Int)
  /// What stands in the text is no value of the type.
  case unexpectedValue(place: Place, type: String, hint: String, found: String, column: Int)
  /// The number does not fit the type.
  case numberOutOfRange(place: Place, type: String, found: String, column: Int)
  /// The enumeration has no such case; the nearest ones are given.
  case unknownCase(
    place: Place, type: String, name: String, suggestions: [String], column: Int)
  /// There is no such field, or not at this place; those that may stand here are given.
  case unknownLabel(place: Place, label: String, valid: [String], column: Int)
  /// A field that must have a value has none.
  case missingField(place: Place, field: String, type: String, column: Int)
  /// There are more values than fields.
  case tooManyValues(place: Place, limit: Int, column: Int)
  /// The same element stands twice in a set, or the same key in a dictionary.
  case duplicate(place: Place, found: String, column: Int)
  /// A quote is not closed.
  case unterminatedText(column: Int)
  /// There is no such escape in text.
  case unknownEscape(found: String, column: Int)
  /// A sign is missing.
  case missingSign(expected: String, found: String, column: Int)
  /// There is text behind the end of the action.
  case trailingText(found: String, column: Int)
  /// Values are nested too deeply.
  case tooDeep(limit: Int, column: Int)

  /// Where in an action a value stands.
  package struct Place: Hashable, Sendable {
    /// The action's path, or an empty text if the value belongs to no action.
    package var action: String
    /// The fields that lead to the value, joined with dots, or an empty text.
    package var field: String
  }
}
