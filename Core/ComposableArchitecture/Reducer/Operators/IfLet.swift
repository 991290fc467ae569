public import CaseKeyPaths

extension Reducer {
  /// Runs a child's reducer on optional state while there is some, before the parent's own reducer.
  ///
  /// The effects of a child whose state becomes `nil` are cancelled. An action for a child that is
  /// not there is reported, with the place where the reducers were composed.
  @inlinable
  public func ifLet<WrappedState, WrappedAction, Wrapped: Reducer>(
    _ state: WritableKeyPath<State, WrappedState?>,
    action: CaseKeyPath<Action, WrappedAction>,
    @ReducerBuilder<WrappedState, WrappedAction> then wrapped: () -> Wrapped,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action>
  where Wrapped.State == WrappedState, Wrapped.Action == WrappedAction {
    let wrapped = wrapped()
    let field = StateField(state)
    let path = AnyCasePath(action)
    let site = CompositionSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return ReducerOperator<State, Action> {
      let reduceParent = self.assemble().reduce
      let reduceWrapped = wrapped.assemble().reduce
      let children = ChildScopes<OnlyChild>()
      return AssembledReducer { state, action in
        var effect = Effect<Action>.none
        if let childAction = path.extract(from: action) {
          let childEffect = field.modify(&state) { child in
            child.mutate { reduceWrapped(&$0, childAction) }
          }
          if let childEffect {
            if !childEffect.isNone {
              effect = children.bind(childEffect.map { path.embed($0) }, to: OnlyChild())
            }
          } else {
            site.reportMissingState(action: action)
          }
        }
        effect = effect.merge(with: reduceParent(&state, action))
        if children.hasEffects {
          children.cancel { _ in field.modify(&state) { $0 == nil } }
        }
        return effect
      }
    }
  }
}

/// The identity of the one child that optional state can hold.
@usableFromInline
struct OnlyChild: Hashable, Sendable {
  @usableFromInline
  init() {}
}

extension Optional {
  /// Changes the value, if there is one, without a copy of it.
  @inlinable
  mutating func mutate<Result>(_ body: (inout Wrapped) -> Result) -> Result? {
    guard var value = take() else { return nil }
    defer { self = value }
    return body(&value)
  }
}
