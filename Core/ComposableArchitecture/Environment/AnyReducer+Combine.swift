extension AnyReducer {
  /// Reducers as one: each runs on every action, in order, and their effects are merged.
  public static func combine(_ reducers: Self...) -> Self {
    combine(reducers)
  }

  /// Reducers as one: each runs on every action, in order, and their effects are merged.
  public static func combine(_ reducers: [Self]) -> Self {
    Self(assemble: { environment in
      let parts = reducers.map { $0.assemble(environment).reduce }
      return AssembledReducer { state, action in
        var effect = Effect<Action>.none
        for reduce in parts { effect = effect.merge(with: reduce(&state, action)) }
        return effect
      }
    })
  }

  /// This reducer and then another one, as one.
  public func combined(with other: Self) -> Self {
    .combine(self, other)
  }
}
