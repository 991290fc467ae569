public import CaseKeyPaths

/// A reducer that sets the fields that binding actions specify.
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

  /// Creates a reducer for the feature's own binding actions.
  public init() where Action == ViewAction {
    viewAction = { $0 }
  }

  /// Creates a reducer for the binding actions within a case of the feature's actions.
  public init(action: CaseKeyPath<Action, ViewAction>) where Action: CasePathable {
    viewAction = AnyCasePath(action).extract(from:)
  }

  /// Creates a reducer for the binding actions that a function extracts: `/Action.view`.
  @available(*, deprecated, message: "Use a case key path for the action.")
  public init(action: @escaping (_ action: Action) -> ViewAction?) { viewAction = action }

  /// Sets the field that a binding action specifies.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    viewAction(action)?.binding?.apply(to: &state)
    return .none
  }

  /// Builds the reducer, looking up the case of binding actions once.
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

private func bindingFunction<Action: BindableAction>(
  of type: Action.Type
) -> (Action) -> BindingAction<Action.State>? {
  func path<Enum: BindableAction & CasePathable>(of type: Enum.Type) -> Any? { Enum.bindingPath }
  guard let type = type as? any (BindableAction & CasePathable).Type,
    let path = path(of: type) as? AnyCasePath<Action, BindingAction<Action.State>>
  else { return { $0.binding } }
  return path.extract(from:)
}
