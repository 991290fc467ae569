/// The form of an effect, without the work in it: what a replay compares instead of running it.
public indirect enum EffectShape: Hashable, Sendable {
  /// Nothing.
  case none
  /// An action is sent back at once.
  case send
  /// Asynchronous work.
  case run
  /// Effects at the same time.
  case merge([EffectShape])
  /// Effects one after the other.
  case concatenate([EffectShape])
  /// An effect that can be cancelled by an identity, given as text.
  case cancellable(EffectShape, id: String, cancelInFlight: Bool)
  /// The cancellation of the effects of an identity, given as text.
  case cancel(id: String)
}

extension Effect {
  /// The form of the effect.
  ///
  /// Nested merges are one, as it makes no difference to what happens in which order features were
  /// composed into parents.
  public var shape: EffectShape {
    // Most actions have none, and are told here what costs nothing to tell.
    if isNone { return .none }
    return switch operation {
    case .none: .none
    case .send: .send
    case .run: .run
    case .merge(let effects): .merge(Self.flattened(effects))
    case .concatenate(let effects): .concatenate(effects.map(\.shape))
    case .cancellable(let effect, let id, let cancelInFlight):
      .cancellable(effect.shape, id: id.description, cancelInFlight: cancelInFlight)
    case .cancel(let id): .cancel(id: id.description)
    case .child(let effect, _, _): effect.shape
    }
  }

  private static func flattened(_ effects: [Effect]) -> [EffectShape] {
    effects.flatMap { effect in
      let shape = effect.shape
      if case .merge(let parts) = shape { return parts }
      return [shape]
    }
  }
}

extension EffectShape: CustomStringConvertible {
  /// The form as it would be written in a reducer, such as `merge(run, cancel(id: timer))`.
  public var description: String {
    switch self {
    case .none: "none"
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
