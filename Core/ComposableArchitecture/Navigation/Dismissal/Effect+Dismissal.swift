extension Effect {
  /// The effect, in whose work `dismiss` sends an action.
  @usableFromInline
  func dismissing(by action: @escaping @Sendable () -> Action) -> Self {
    switch operation {
    case .none, .send, .cancel:
      self
    case .run(let work):
      Effect(operation: .run(work.dismissing(by: action)))
    case .merge(let effects):
      Effect(operation: .merge(effects.map { $0.dismissing(by: action) }))
    case .concatenate(let effects):
      Effect(operation: .concatenate(effects.map { $0.dismissing(by: action) }))
    case .cancellable(let effect, let id, let cancelInFlight):
      Effect(
        operation: .cancellable(
          effect.dismissing(by: action), id: id, cancelInFlight: cancelInFlight))
    case .child(let effect, let group, let place):
      Effect(operation: .child(effect.dismissing(by: action), group, place))
    }
  }
}

extension EffectWork {
  fileprivate func dismissing(by action: @escaping @Sendable () -> Action) -> Self {
    var work = self
    // The work of a feature within has a dismissal already: its own.
    work.dismissal = dismissal ?? action
    return work
  }
}
