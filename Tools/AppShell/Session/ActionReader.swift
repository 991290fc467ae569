package import ActionText
package import RecordCoding
package import RecordSchema
import SessionReplay

/// Turns text into actions of the app, and actions into values that can be printed.
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
    text = ActionText(schema: schema.schema, type: actionType)
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

  /// Makes secrets of what is redacted in an action.
  package func learn(from action: Action) {
    guard let secrets else { return }
    var encoder = RecordEncoder()
    encoder.redaction = .lessons(secrets)
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

/// Why a line is no action of the app.
enum ActionReadError: Error, Equatable, Sendable {
  /// The text is none.
  case text(ActionTextError)
  /// A value is nested too deeply, or cannot be written for another reason.
  case encoding(RecordEncodingError)
  /// A value is well formed, and the app's type does not take it.
  case decoding(RecordDecodingError)
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
