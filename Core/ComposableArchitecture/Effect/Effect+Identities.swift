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
