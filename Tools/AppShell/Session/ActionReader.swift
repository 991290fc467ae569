package import RecordCoding
import SessionReplay

/// Turns text into actions of the app, and actions into values that can be printed.
package struct ActionReader<Action: Recordable> {
  let text: ActionText
  let stateType: TypeReference
  /// Whether anything in the app's types is redacted.
  let hasSecrets: Bool

  /// Reads the actions of an app with such a state.
  package init<State: Recordable>(state: State.Type) {
    let schema = SchemaBuilder()
    stateType = schema.reference(to: State.self)
    let actionType = schema.reference(to: Action.self)
    text = ActionText(schema: schema.schema, type: actionType)
    hasSecrets = !schema.redactions.isEmpty
  }

  /// Whether a line may hold what must not be kept: it does, or cannot be read to tell.
  package func mayHoldSecret(
    _ line: String, state: @autoclosure @escaping () -> RecordedValue?
  ) -> Bool {
    guard hasSecrets else { return false }
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

  /// The action as a reader of the log would see it, without what is redacted.
  func value(of action: Action) -> RecordedValue? {
    var encoder = RecordEncoder()
    encoder.redaction = .masks
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
