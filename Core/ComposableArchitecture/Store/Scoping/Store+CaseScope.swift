public import CaseKeyPaths

extension Store where State: CaseReducerState, State.StateReducer.Action == Action {
  /// The store of whichever feature there is state for: `switch store.case { case .edit(let store): … }`.
  public var `case`: State.StateReducer.CaseScope { State.StateReducer.scope(self) }
}

extension Store where State: CasePathable {
  /// A store of one case of the state; `nil` if the state is in another case.
  public func scope<CaseState, CaseAction>(
    case state: CaseKeyPath<State, CaseState>, action: CaseKeyPath<Action, CaseAction>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Store<CaseState, CaseAction>? {
    scope(
      state: \State.[case: state], action: action,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// The value of one case of the state; `nil` if the state is in another case.
  public func value<Value>(case path: CaseKeyPath<State, Value>) -> Value? {
    observe(.value(\State.[case: path]))
    return core.state[case: path]
  }
}

/// The presentation of one of several features: `scope(state: \.$destination, action: \.destination)`.
///
/// <!-- context: todoList -->
///     let presented = store.scope(state: \.$destination, action: \.destination)
///     if let profile = presented.profile { print(profile.name) }
///
/// Each case of the features is a property with the store of it, or `nil` if it is not presented.
@dynamicMemberLookup
@MainActor
public struct DestinationScope<Destination: CaseReducer> {
  /// The store of what is presented, if anything is.
  public let store: StoreOf<Destination>?

  /// The store of the feature that is presented, or what its case holds, if anything is presented.
  public var `case`: Destination.CaseScope? {
    guard let store else { return nil }
    return Destination.scope(store)
  }

  /// The store of one of the features, or what its case holds, while that one is presented.
  public subscript<Content>(
    dynamicMember keyPath: KeyPath<
      Destination.CaseScope.AllCasePaths, AnyCasePath<Destination.CaseScope, Content>
    >
  ) -> Content? where Destination.CaseScope: CasePathable {
    self.case.flatMap(Destination.CaseScope.allCasePaths[keyPath: keyPath].extract(from:))
  }
}

extension Store {
  /// The presentation of one of several features, whose enumeration is `@Reducer`.
  public func scope<Destination: CaseReducerState>(
    state: KeyPath<State, Destination?>,
    action: CaseKeyPath<Action, PresentationAction<Destination.StateReducer.Action>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> DestinationScope<Destination.StateReducer> {
    DestinationScope(
      store: scope(
        state: state, action: action.appending(path: \.presented),
        fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// The presentation of one of several features, whose enumeration is `@Reducer`.
  public func scope<Destination: CaseReducerState>(
    state: KeyPath<State, PresentationState<Destination>>,
    action: CaseKeyPath<Action, PresentationAction<Destination.StateReducer.Action>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> DestinationScope<Destination.StateReducer> {
    scope(
      state: state.appending(path: \.wrappedValue), action: action,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// The presentation of a feature: `store.scope(\.destination, action: \.destination).edit`.
  public func scope<Destination: CaseReducerState>(
    _ state: KeyPath<State, Destination?>,
    action: CaseKeyPath<Action, PresentationAction<Destination.StateReducer.Action>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> DestinationScope<Destination.StateReducer> {
    scope(
      state: state, action: action,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// The presentation of a feature: `store.scope(\.$destination, action: \.destination).edit`.
  public func scope<Destination: CaseReducerState>(
    _ state: KeyPath<State, PresentationState<Destination>>,
    action: CaseKeyPath<Action, PresentationAction<Destination.StateReducer.Action>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> DestinationScope<Destination.StateReducer> {
    scope(
      state: state, action: action,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
