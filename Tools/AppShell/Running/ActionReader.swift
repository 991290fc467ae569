import Platform
package import RecordedValues
import CommandLineKit
package import RecordCoding
import SessionLog
import SessionReplay
import SessionReports

/// Parses actions of the app, and converts actions to values that can be printed.
package struct ActionReader<Action: Recordable> {
  let text: ActionText
  let stateType: TypeReference
  /// The types of shared values, if the state has any.
  let sharedTypes: SharedTypes?
  /// The secrets that the session has seen; `nil` if nothing in the app's types is redacted.
  package let secrets: SecretTable?

  package init<State: Recordable>(state: State.Type) {
    let schema = SchemaBuilder()
    stateType = schema.reference(to: State.self)
    let sharedFields = schema.sharedFields
    let actionType = schema.reference(to: Action.self)
    text = ActionText(
      schema: schema.schema, type: actionType, rowIdentities: schema.rowIdentities,
      rejectedCases: schema.rejectedCases)
    sharedTypes = SharedTypes(
      state: stateType, schema: schema.schema, fields: sharedFields, supplements: schema.supplements
    )
    secrets = schema.redactions.isEmpty ? nil : SecretTable()
  }

  /// Returns whether a line contains a secret, or cannot be parsed to find out.
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

  package func holdsKnownSecret(_ line: String) -> Bool {
    secrets.map { $0.scrubbed(line: line) != line } ?? false
  }

  func redacted(_ text: String) -> String { secrets?.scrubbed(line: text) ?? text }

  /// Adds the redacted values of an action to the known secrets.
  package func learn(from action: Action) {
    guard let secrets else { return }
    var encoder = RecordEncoder()
    encoder.redaction = .markedTokens(secrets)
    encoder.encode(action)
  }

  /// Parses an action. The state is used only to find the row that a number refers to.
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

  /// Returns an action as the log shows it, with tokens in place of secrets.
  func value(of action: Action) -> RecordedValue? {
    var decoder = RecordDecoder(bytes(of: action))
    return try? decoder.decodeValue(of: text.type, in: text.schema)
  }

  /// Returns an action as a log stores it, with tokens in place of secrets.
  func bytes(of action: Action) -> [UInt8] {
    var encoder = RecordEncoder()
    encoder.redaction = secrets.map { .tokens($0) } ?? .none
    encoder.encode(action)
    return encoder.bytes
  }
}

enum ActionReadError: Error, Equatable, Sendable {
  case text(ActionTextError)
  /// A value cannot be encoded, for example because it is nested too deeply.
  case encoding(RecordEncodingError)
  /// A value is well-formed, but the app's type rejects it.
  case decoding(RecordDecodingError)
}

extension ActionReadError {
  var isUnknownAction: Bool {
    if case .text(.unknownAction) = self { true } else { false }
  }
}

extension ActionReadError: CustomStringConvertible {
  var description: String {
    switch self {
    case .text(let error): error.description.visible
    case .encoding(let error): "the app rejects this action: \(error)".visible
    case .decoding(let error): "the app rejects this action: \(error)".visible
    }
  }
}

enum LineError: Error, Equatable, Sendable {
  case script(ScriptLineError)
  case action(ActionReadError)
  /// The line has more than `LineSplitter.limit` bytes.
  case tooLong
  case notUTF8
  case unreadable(SystemFailure)

  /// Whether the action is unknown and no action has a similar name.
  var isUnknownAction: Bool {
    guard case .action(.text(.unknownAction(_, let suggestions, _))) = self else { return false }
    return suggestions.isEmpty
  }

  var isRecoverable: Bool {
    if case .unreadable = self { false } else { true }
  }
}

extension LineError: CustomStringConvertible {
  var description: String {
    switch self {
    case .script(let error): error.description
    case .action(let error): error.description
    case .tooLong: "the line is longer than \(LineSplitter.limit >> 20) MiB; shorten it"
    case .notUTF8: "the line is not valid UTF-8; save the script as UTF-8"
    case .unreadable(let failure): "cannot read the input: \(failure)"
    }
  }
}
