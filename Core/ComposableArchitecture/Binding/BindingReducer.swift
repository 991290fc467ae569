public import CaseKeyPaths

/// Sets the fields of a state that binding actions name.
///
/// <!-- context: reducer -->
///     var body: some ReducerOf<Self> {
///       BindingReducer()
///       Reduce { state, action in
///         guard case .binding(\.name) = action else { return .none }
///         state.isEdited = true
///         return .none
///       }
///     }
public struct BindingReducer<State, Action, ViewAction: BindableAction>: Reducer
where State == ViewAction.State {
  private let viewAction: (Action) -> ViewAction?

  /// Creates a reducer of the feature's own binding actions.
  public init() where Action == ViewAction {
    viewAction = { $0 }
  }

  /// Creates a reducer of the binding actions that are in a case of the feature's actions.
  public init(action: CaseKeyPath<Action, ViewAction>) where Action: CasePathable {
    viewAction = AnyCasePath(action).extract(from:)
  }

  /// Sets the field that a binding action names.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    viewAction(action)?.binding?.apply(to: &state)
    return .none
  }

  /// Builds the reducer; the case of binding actions is looked up here, once.
  @_documentation(visibility: internal)
  public func assemble() -> AssembledReducer<State, Action> {
    let viewAction = viewAction
    let binding = bindingFunction(of: ViewAction.self)
    return AssembledReducer { state, action in
      viewAction(action).flatMap(binding)?.apply(to: &state)
      return .none
    }
  }
}

/// A function that takes what is set out of an action, as fast as the type of action allows.
private func bindingFunction<Action: BindableAction>(
  of type: Action.Type
) -> (Action) -> BindingAction<Action.State>? {
  func path<Enum: BindableAction & CasePathable>(of type: Enum.Type) -> Any? { Enum.bindingPath }
  guard let type = type as? any (BindableAction & CasePathable).Type,
    let path = path(of: type) as? AnyCasePath<Action, BindingAction<Action.State>>
  else { return { $0.binding } }
  return path.extract(from:)
}
