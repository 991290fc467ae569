public import CaseKeyPaths
import DependencyInjection
public import Issues

extension Reducer {
  /// Runs a child's reducer on optional state that isn't `nil`, before the parent's reducer.
  ///
  /// The child's effects are canceled when its state becomes `nil`, or when the parent replaces it
  /// with a state of a different identity. An action that arrives while the state is `nil` is
  /// reported at the location where the reducers were composed.
  @inlinable
  public func ifLet<WrappedState, WrappedAction, Wrapped: Reducer>(
    _ state: WritableKeyPath<State, WrappedState?>,
    action: CaseKeyPath<Action, WrappedAction>,
    @ReducerBuilder<WrappedState, WrappedAction> then wrapped: () -> Wrapped,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> ReducerOperator<State, Action>
  where Wrapped.State == WrappedState, Wrapped.Action == WrappedAction {
    ifLet(
      StateField(state), AnyCasePath(action), then: wrapped(),
      CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  @inlinable
  package func ifLet<Wrapped: Reducer>(
    _ field: StateField<State, Wrapped.State?>, _ path: AnyCasePath<Action, Wrapped.Action>,
    then wrapped: Wrapped, _ location: CodeLocation
  ) -> ReducerOperator<State, Action> {
    ReducerOperator<State, Action> {
      let reduceParent = self.assemble().reduce
      let reduceWrapped = wrapped.assemble().reduce
      let child = OptionalChild<Wrapped.State, Wrapped.Action>()
      return AssembledReducer { state, action in
        var effect = Effect<Action>.none
        if let childAction = path.extract(from: action) {
          let childEffect = field.modify(&state, where: { $0 != nil }) { childState in
            let isDismissed = child.isDismissed(childState, by: childAction)
            let effect = childState.mutate { child.reduce(&$0, childAction, by: reduceWrapped) }
            if isDismissed { childState = nil }
            return effect
          }
          if let childEffect {
            if !childEffect.isNone { effect = childEffect.map { path.embed($0) } }
          } else {
            location.reportMissingState(action: action)
          }
        }
        effect = effect.merge(with: reduceParent(&state, action))
        if child.scopes.hasEffects { field.read(in: &state) { child.keep($0) } }
        return effect
      }
    }
  }
}

extension Reducer {
  /// Clears optional state that is dismissed by the first action it sends, such as an alert.
  ///
  /// The state is cleared before the parent's own reducer runs. That reducer may set new state.
  @inlinable
  public func ifLet<WrappedState: _EphemeralState, WrappedAction>(
    _ state: WritableKeyPath<State, WrappedState?>, action: CaseKeyPath<Action, WrappedAction>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> ReducerOperator<State, Action> {
    ifLet(
      state, action: action, then: { EmptyReducer<WrappedState, WrappedAction>() },
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

/// The child in optional state of one store.
@usableFromInline
struct OptionalChild<State, Action> {
  @usableFromInline let kind = PresentedKind<State, Action>()
  @usableFromInline let scopes = ChildScopes<PresentationIdentity>()

  @usableFromInline
  init() {}

  /// Runs a reducer on the child. A child that changes its own identity keeps its effects.
  @inlinable
  func reduce(
    _ state: inout State, _ action: Action, by reduce: (inout State, Action) -> Effect<Action>
  ) -> Effect<Action> {
    if scopes.hasEffects { return reduceRunning(&state, action, by: reduce) }
    let effect = reduce(&state, action)
    return effect.isNone ? effect : bind(effect, to: state)
  }

  @inlinable
  func isDismissed(_ state: State?, by action: Action) -> Bool {
    guard kind.hasEphemeral, let state else { return false }
    return kind.isDismissed(state, by: action)
  }

  /// Cancels the effects of a child that was removed or replaced.
  @usableFromInline
  func keep(_ state: State?) {
    let kept = state.map(kind.identity(of:))
    scopes.cancel { $0 != kept }
  }

  @usableFromInline
  func reduceRunning(
    _ state: inout State, _ action: Action, by reduce: (inout State, Action) -> Effect<Action>
  ) -> Effect<Action> {
    let identity = kind.identity(of: state)
    let effect = reduce(&state, action)
    scopes.rename(identity, to: kind.identity(of: state))
    return bind(effect, to: state)
  }

  /// Ties an effect to the child, which can cancel its own effects even if its identity changes.
  @usableFromInline
  func bind(_ effect: Effect<Action>, to state: State) -> Effect<Action> {
    scopes.bind(effect, to: kind.identity(of: state), name: CancelID(OnlyChild()))
  }
}

private struct OnlyChild: Hashable, Sendable {}

extension Optional {
  /// Mutates the value in place, without copying it, unless the optional is `nil`.
  @inlinable
  package mutating func mutate<Result>(_ body: (inout Wrapped) -> Result) -> Result? {
    guard var value = take() else { return nil }
    defer { self = value }
    return body(&value)
  }
}
