package import RecordCoding
package import RecordSchema

/// Completes a line that is to be an action.
package struct ActionCompleter: Sendable {
  /// A continuation of the line.
  package struct Candidate: Hashable, Sendable {
    /// The line up to there.
    package let text: String
    /// The new part, for a list.
    package let title: String
  }

  /// All continuations, or what is expected where they cannot be listed.
  package struct Result: Hashable, Sendable {
    package var candidates: [Candidate]
    /// How many more candidates there are than are listed.
    package var unlisted = 0
    package var hint: String?
  }

  private let reader: RowReader
  private let type: TypeReference
  private let stateType: TypeReference?
  private let words: [String]

  /// Completes actions of a type, and the words that a line may consist of instead.
  package init(_ actions: ActionText, stateType: TypeReference? = nil, words: [String] = []) {
    reader = actions.reader
    type = actions.type
    self.stateType = stateType
    self.words = words
  }

  /// Completes a line. The rows come from the state.
  package func complete(_ line: String, state: RecordedValue? = nil) -> Result {
    let cursor = StateCursor(reader: reader, state: { state }, type: stateType)
    var scan = CompletionScan(schema: reader.schema, line: line, cursor: cursor)
    scan.action(type)
    var result = Result(
      candidates: scan.candidates, unlisted: scan.unlisted, hint: scan.hint)
    let isOneWord = line.allSatisfy { $0.isLetter || $0 == " " }
    if isOneWord {
      result.candidates += words.filter { $0.hasPrefix(line) }
        .map { Candidate(text: $0, title: $0) }
    }
    return result
  }
}
