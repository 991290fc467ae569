public import RecordCoding

extension Effect {
  /// The shape of the effect without the actions that it sends.
  public var shape: EffectShape { shape { _ in .unknown } }

  /// Returns the shape of the effect, describing each action that it sends with a function.
  ///
  /// Nested merges are flattened, to make the shape independent of the composition of features.
  package func shape(_ sent: (Action) -> SentAction) -> EffectShape {
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

  /// The actions that the effect sends immediately, or `nil` if it performs work that may send any.
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

  /// The actions that the effect sends before it performs any work.
  package var actionsSentAtOnce: [Action] {
    switch operation {
    case .none, .cancel, .run: return []
    case .send(let action): return [action]
    case .merge(let effects): return effects.flatMap(\.actionsSentAtOnce)
    case .concatenate(let effects):
      let instant = effects.prefix { $0.sentActions != nil }
      return effects.prefix(instant.count + 1).flatMap(\.actionsSentAtOnce)
    case .cancellable(let effect, _, _), .child(let effect, _, _): return effect.actionsSentAtOnce
    }
  }

  /// The identities that can cancel parts of the effect, and the identities that the effect
  /// cancels.
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

extension EffectIdentity {
  init(of id: CancelID) {
    self.init(id.description, type: recordedName(of: Swift.type(of: id.base)))
  }
}
