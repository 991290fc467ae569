package import RecordCoding

package struct ActionCompleter: Sendable {
  package struct Candidate: Hashable, Sendable {
    /// The whole line, including the continuation.
    package let text: String
    package let title: String
  }

  /// The continuations or, if they cannot be listed, a hint at the expected input.
  package struct Result: Hashable, Sendable {
    package var candidates: [Candidate]
    /// The number of candidates that are not listed.
    package var unlisted = 0
    package var hint: String?
  }

  private let reader: RowReader
  private let accepted: AcceptedCases
  private let type: TypeReference
  private let stateType: TypeReference?
  private let words: [String]

  /// Creates a completer for the actions of a type, and for words that are whole lines.
  package init(_ actions: ActionText, stateType: TypeReference? = nil, words: [String] = []) {
    reader = actions.reader
    accepted = actions.accepted
    type = actions.type
    self.stateType = stateType
    self.words = words
  }

  package func complete(_ line: String, state: RecordedValue? = nil) -> Result {
    let cursor = StateCursor(reader: reader, state: { state }, type: stateType)
    var scan = CompletionScan(accepted, line: line, cursor: cursor)
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
