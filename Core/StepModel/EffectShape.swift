/// The form of an effect, without the work in it: what a replay compares instead of running it.
@_documentation(visibility: internal)
public indirect enum EffectShape: Hashable, Sendable {
  /// Nothing.
  case none
  /// An action is sent back at once; it is `unknown` where nobody asked for it.
  case send(SentAction = .unknown)
  /// Asynchronous work.
  case run
  /// Effects at the same time.
  case merge([EffectShape])
  /// Effects one after the other.
  case concatenate([EffectShape])
  /// An effect that can be canceled by an identity.
  case cancellable(EffectShape, id: EffectIdentity, cancelInFlight: Bool)
  /// The cancellation of the effects of an identity.
  case cancel(id: EffectIdentity)
}

/// What is known of an action that an effect sends back.
@_documentation(visibility: internal)
public enum SentAction: Hashable, Sendable {
  /// Nothing.
  case unknown
  /// The bytes in which a log holds it.
  case bytes([UInt8])
  /// The names of its cases, such as `alerts.post`, without what is in them.
  case name(String)
}

extension EffectShape: CustomStringConvertible {
  /// The form as it would be written in a reducer, such as `merge(run, cancel(id: timer))`.
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
