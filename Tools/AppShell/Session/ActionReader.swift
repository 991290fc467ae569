import ActionText
package import RecordCoding
package import RecordSchema
import SessionReplay
import SessionReports

/// Parses actions of the app, and turns actions into values that can be printed.
package struct ActionReader<Action: Recordable> {
  let text: ActionText
  let stateType: TypeReference
  /// The secrets that the session has met; `nil` if nothing in the app's types is redacted.
  package let secrets: SecretTable?

  /// Reads the actions of an app with such a state.
  package init<State: Recordable>(state: State.Type) {
    let schema = SchemaBuilder()
    stateType = schema.reference(to: State.self)
    let actionType = schema.reference(to: Action.self)
    text = ActionText(
      schema: schema.schema, type: actionType, rowIdentities: schema.rowIdentities)
    secrets = schema.redactions.isEmpty ? nil : SecretTable()
  }

  /// Whether a line may hold what must not be kept: it does, or cannot be read to tell.
  package func mayHoldSecret(
    _ line: String, state: @autoclosure @escaping () -> RecordedValue?
  ) -> Bool {
    guard secrets != nil else { return false }
    guard let script = try? ScriptLine(line) else { return true }
    guard case .action(let text) = script else { return false }
    guard let action = try? action(text, state: state()) else { return true }
    var plain = RecordEncoder()
    plain.encode(action)
    var masked = RecordEncoder()
    masked.redaction = .masks
    masked.encode(action)
    return plain.bytes != masked.bytes
  }

  /// Whether a line has a text in it that is a secret by now.
  package func holdsKnownSecret(_ line: String) -> Bool {
    secrets.map { $0.scrubbed(line: line) != line } ?? false
  }

  /// Returns text for a person with tokens in place of the secrets known by now.
  func redacted(_ text: String) -> String { secrets?.scrubbed(line: text) ?? text }

  /// Makes secrets of what is redacted in an action.
  package func learn(from action: Action) {
    guard let secrets else { return }
    var encoder = RecordEncoder()
    encoder.redaction = .learning(secrets)
    encoder.encode(action)
  }

  /// Reads an action; the state, which is read only for that, tells which row a number stands for.
  func action(
    _ line: String, state: @autoclosure @escaping () -> RecordedValue?
  ) throws(ActionReadError) -> Action {
    let value: RecordedValue
    do throws(ActionTextError) {
      value = try text.parse(line, state: state(), stateType: stateType)
    } catch {
      throw .text(error)
    }
    var encoder = RecordEncoder()
    encoder.encode(value, as: text.type, in: text.schema)
    if let failure = encoder.failure { throw .encoding(failure) }
    var decoder = RecordDecoder(encoder.bytes)
    do throws(RecordDecodingError) {
      return try decoder.decode(Action.self)
    } catch {
      throw .decoding(error)
    }
  }

  /// The action as a reader of the log would see it, without what is redacted and known secrets.
  func value(of action: Action) -> RecordedValue? {
    var encoder = RecordEncoder()
    encoder.redaction = secrets.map(Redaction.shown) ?? .none
    encoder.encode(action)
    var decoder = RecordDecoder(encoder.bytes)
    return try? decoder.decodeValue(of: text.type, in: text.schema)
  }
}

/// The reason why a line is not an action of the app.
enum ActionReadError: Error, Equatable, Sendable {
  /// The text is none.
  case text(ActionTextError)
  /// A value is nested too deeply, or cannot be written for another reason.
  case encoding(RecordEncodingError)
  /// A value is well formed, and the app's type does not take it.
  case decoding(RecordDecodingError)
}

extension ActionReadError {
  /// Whether the app has no action of that name.
  var isUnknownAction: Bool {
    if case .text(.unknownAction) = self { true } else { false }
  }
}

extension ActionReadError: CustomStringConvertible {
  /// What is wrong.
  var description: String {
    switch self {
    case .text(let error): error.description.visible
    case .encoding(let error): "the app cannot take this: \(error)".visible
    case .decoding(let error): "the app cannot take this: \(error)".visible
    }
  }
}

/// The reason why a line of input could not be performed.
enum LineError: Error, Equatable, Sendable {
  /// It is no line of a script.
  case script(ScriptLineError)
  /// It is no action of the app.
  case action(ActionReadError)
  /// It has more bytes than are read.
  case tooLong
  /// It is not text.
  case notUTF8
  /// The input cannot be read any further.
  case unreadable(SystemFailure)

  /// Whether there is no such action, and none that is like it.
  var isUnknownAction: Bool {
    guard case .action(.text(.unknownAction(_, let suggestions, _))) = self else { return false }
    return suggestions.isEmpty
  }

  /// Whether a person at a terminal can go on with another line.
  var isPassedOver: Bool {
    if case .unreadable = self { false } else { true }
  }
}

extension LineError: CustomStringConvertible {
  /// What is wrong, and what would be right.
  var description: String {
    switch self {
    case .script(let error): error.description
    case .action(let error): error.description
    case .tooLong: "the line is longer than \(LineSplitter.limit >> 20) MiB; shorten it"
    case .notUTF8: "the line is not text in UTF-8; save the script in that encoding"
    case .unreadable(let failure): "the input cannot be read on: \(failure)"
    }
  }
}
