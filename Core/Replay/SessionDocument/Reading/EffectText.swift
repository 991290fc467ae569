package import RecordedValues
package import RecordCoding
package import SessionModel

/// A formatter that prints the effects of a log in the form of reducer code.
///
/// For example, `merge(send(alerts.post("Full")), cancel(id: timer))`. An action that an older log
/// does not contain is left out.
package struct EffectText: Sendable {
  /// The maximum number of effects to print. Further effects are only counted.
  private static let maxEffects = 1_000

  private let actions: ActionText

  package init(header: SessionHeader) {
    actions = ActionText(schema: header.schema, type: header.action)
  }

  package func text(of effect: EffectShape) -> String {
    var left = Self.maxEffects
    var memory = ValueMemory(limit: StateMemory.minLimit)
    return text(of: effect, &left, &memory)
  }

  package func text(of action: RecordedValue) -> String { actions.compactText(of: action) }

  private func text(
    of effect: EffectShape, _ left: inout Int, _ memory: inout ValueMemory
  ) -> String {
    left -= 1
    switch effect {
    case .none, .run, .cancel, .send(.unknown), .send(.name): return effect.description
    case .send(.bytes(let bytes)):
      var decoder = RecordDecoder(bytes)
      let value = try? decoder.decodeValue(of: actions.type, in: actions.schema, memory: &memory)
      guard let value, decoder.isAtEnd else { return "send" }
      return "send(\(actions.compactText(of: value)))"
    case .merge(let parts): return "merge(\(list(parts, &left, &memory)))"
    case .concatenate(let parts): return "concatenate(\(list(parts, &left, &memory)))"
    case .cancellable(let effect, let id, let cancelInFlight):
      let cancels = cancelInFlight ? ", cancelInFlight: true" : ""
      return "\(text(of: effect, &left, &memory)).cancellable(id: \(id)\(cancels))"
    }
  }

  private func list(
    _ parts: [EffectShape], _ left: inout Int, _ memory: inout ValueMemory
  ) -> String {
    var texts: [String] = []
    for part in parts {
      guard left > 0 else {
        texts.append("… and \(UInt64(parts.count - texts.count).counted("more effect"))")
        break
      }
      texts.append(text(of: part, &left, &memory))
    }
    return texts.joined(separator: ", ")
  }
}
