import RecordCoding

extension EffectShape {
  /// The number of actions that the effect sends before it performs any work.
  var sendCount: Int {
    switch self {
    case .none, .run, .cancel: return 0
    case .send: return 1
    case .merge(let parts): return parts.reduce(0) { $0 + $1.sendCount }
    case .concatenate(let parts):
      let instant = parts.prefix { $0.work.isEmpty }
      return parts.prefix(instant.count + 1).reduce(0) { $0 + $1.sendCount }
    case .cancellable(let effect, _, _): return effect.sendCount
    }
  }

  /// Each part that performs work, as the identities that can cancel it.
  var work: [[EffectIdentity]] {
    switch self {
    case .none, .send, .cancel: []
    case .run: [[]]
    case .merge(let parts), .concatenate(let parts): parts.flatMap(\.work)
    case .cancellable(let effect, let id, _): effect.work.map { [id] + $0 }
    }
  }
}
