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

extension Effect {
  /// The form of the effect, without the actions that it sends.
  public var shape: EffectShape { shape { _ in .unknown } }

  /// The form of the effect, with what is wanted of each action that it sends.
  ///
  /// Nested merges are one, as it makes no difference to what happens in which order features were
  /// composed into parents.
  package func shape(_ sent: (Action) -> SentAction) -> EffectShape {
    // Most actions have none, and are told here what costs nothing to tell.
    if isNone { return .none }
    return switch operation {
    case .none: .none
    case .send(let action): .send(sent(action))
    case .run: .run
    case .merge(let effects): .merge(Self.flattened(effects, sent))
    case .concatenate(let effects): .concatenate(effects.map { $0.shape(sent) })
    case .cancellable(let effect, let id, let cancelInFlight):
      .cancellable(
        effect.shape(sent), id: EffectIdentity(of: id), cancelInFlight: cancelInFlight)
    case .cancel(let id): .cancel(id: EffectIdentity(of: id))
    case .child(let effect, _, _): effect.shape(sent)
    }
  }

  private static func flattened(
    _ effects: [Effect], _ sent: (Action) -> SentAction
  ) -> [EffectShape] {
    effects.flatMap { effect in
      let shape = effect.shape(sent)
      if case .merge(let parts) = shape { return parts }
      return [shape]
    }
  }

  /// The actions that the effect sends without waiting for work, in order; `nil` if it does work,
  /// which may send any.
  package var sentActions: [Action]? {
    switch operation {
    case .none, .cancel: return []
    case .send(let action): return [action]
    case .run: return nil
    case .merge(let effects), .concatenate(let effects):
      var actions: [Action] = []
      for effect in effects {
        guard let sent = effect.sentActions else { return nil }
        actions += sent
      }
      return actions
    case .cancellable(let effect, _, _), .child(let effect, _, _): return effect.sentActions
    }
  }
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

extension Effect {
  /// The identities by which parts of the effect can be cancelled, or that it cancels.
  package var identities: [any Hashable & Sendable] {
    if isNone { return [] }
    return switch operation {
    case .none, .send, .run: []
    case .merge(let effects), .concatenate(let effects): effects.flatMap(\.identities)
    case .cancellable(let effect, let id, _): [id.base] + effect.identities
    case .cancel(let id): [id.base]
    case .child(let effect, _, _): effect.identities
    }
  }
}
