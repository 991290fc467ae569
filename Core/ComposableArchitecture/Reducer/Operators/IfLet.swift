public import DependencyInjection
public import CaseKeyPaths

extension Reducer {
  /// Runs a child's reducer on optional state while there is some, before the parent's own reducer.
  ///
  /// The effects of a child whose state becomes `nil`, or which the parent replaces by one of
  /// another identity, are cancelled. An action for a child that is not there is reported, with the
  /// place where the reducers were composed.
  @inlinable
  public func ifLet<WrappedState, WrappedAction, Wrapped: Reducer>(
    _ state: WritableKeyPath<State, WrappedState?>,
    action: CaseKeyPath<Action, WrappedAction>,
    @ReducerBuilder<WrappedState, WrappedAction> then wrapped: () -> Wrapped,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action>
  where Wrapped.State == WrappedState, Wrapped.Action == WrappedAction {
    ifLet(
      StateField(state), AnyCasePath(action), then: wrapped(),
      CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  @inlinable
  func ifLet<Wrapped: Reducer>(
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
  /// Clears optional state that goes away with the first action it sends, such as an alert's.
  ///
  /// It is cleared before the parent's own reducer runs, which may set another one.
  @inlinable
  public func ifLet<WrappedState: _EphemeralState, WrappedAction>(
    _ state: WritableKeyPath<State, WrappedState?>, action: CaseKeyPath<Action, WrappedAction>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    ifLet(
      state, action: action, then: { EmptyReducer<WrappedState, WrappedAction>() },
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

/// The one child that optional state can hold, as one store runs it.
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

  /// Whether the child goes away with an action that it sends.
  @inlinable
  func isDismissed(_ state: State?, by action: Action) -> Bool {
    guard kind.hasEphemeral, let state else { return false }
    return kind.isDismissed(state, by: action)
  }

  /// Cancels the effects of a child that is gone or that another one has replaced.
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

  /// Ties an effect to the life of the child, which cancels effects of its own under any identity.
  @usableFromInline
  func bind(_ effect: Effect<Action>, to state: State) -> Effect<Action> {
    scopes.bind(effect, to: kind.identity(of: state), name: CancelID(OnlyChild()))
  }
}

/// The name of the one child that optional state can hold.
private struct OnlyChild: Hashable, Sendable {}

extension Optional {
  /// Changes the value, if there is one, without a copy of it.
  @inlinable
  mutating func mutate<Result>(_ body: (inout Wrapped) -> Result) -> Result? {
    guard var value = take() else { return nil }
    defer { self = value }
    return body(&value)
  }
}
