/// The form of an effect without its work, which a replay compares instead of running effects.
@_documentation(visibility: internal)
public indirect enum EffectShape: Hashable, Sendable {
  /// An effect that does nothing.
  case none
  /// An action that is sent immediately, or `unknown` if the shape was requested without actions.
  case send(SentAction = .unknown)
  /// Asynchronous work.
  case run
  /// Several effects that run concurrently.
  case merge([EffectShape])
  /// Several effects that run in sequence.
  case concatenate([EffectShape])
  /// An effect that can be canceled by an identity.
  case cancellable(EffectShape, id: EffectIdentity, cancelInFlight: Bool)
  /// The cancellation of the effects of an identity.
  case cancel(id: EffectIdentity)
}

/// The known part of an action that an effect sends.
@_documentation(visibility: internal)
public enum SentAction: Hashable, Sendable {
  /// An action about which nothing is known.
  case unknown
  /// The encoded action, as stored in a log.
  case bytes([UInt8])
  /// The names of the action's cases, such as `alerts.post`, without payloads.
  case name(String)
}

extension EffectShape: CustomStringConvertible {
  /// The shape in the form of reducer code, such as `merge(run, cancel(id: timer))`.
  public var description: String {
    switch self {
    case .none: "none"
    case .send(.name(let name)): "send(\(name))"
    case .send: "send"
    case .run: "run"
    case .merge(let parts): "merge(\(Self.list(parts)))"
    case .concatenate(let parts): "concatenate(\(Self.list(parts)))"
    case .cancellable(let effect, let id, let cancelInFlight):
      "\(effect).cancellable(id: \(id)\(cancelInFlight ? ", cancelInFlight: true" : ""))"
    case .cancel(let id): "cancel(id: \(id))"
    }
  }

  private static func list(_ parts: [EffectShape]) -> String {
    parts.map(\.description).joined(separator: ", ")
  }
}
