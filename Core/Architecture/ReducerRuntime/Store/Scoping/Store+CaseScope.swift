public import CaseKeyPaths

extension Store where State: CaseReducerState, State.StateReducer.Action == Action {
  /// The store of the feature that the state is in:
  /// `switch store.case { case .edit(let store): … }`.
  public var `case`: State.StateReducer.CaseScope { State.StateReducer.scope(self) }
}

extension Store where State: CasePathable {
  /// Returns a store of one case of the state, or `nil` if the state is in a different case.
  public func scope<CaseState, CaseAction>(
    case state: CaseKeyPath<State, CaseState>, action: CaseKeyPath<Action, CaseAction>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Store<CaseState, CaseAction>? {
    scope(
      state: \State.[case: state], action: action,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Returns the value of one case of the state, or `nil` if the state is in a different case.
  public func value<Value>(case path: CaseKeyPath<State, Value>) -> Value? {
    observe(.value(\State.[case: path]))
    return core.state[case: path]
  }
}

/// The scope of a destination that presents one of several features.
///
/// <!-- context: todoList -->
///     let presented = store.scope(state: \.$destination, action: \.destination)
///     if let profile = presented.profile { print(profile.name) }
///
/// Each case of the destination is a property. The property is the feature's store while the
/// feature is presented, and otherwise `nil`.
@dynamicMemberLookup
@MainActor
public struct DestinationScope<Destination: CaseReducer> {
  /// The store of the presented destination, or `nil` if nothing is presented.
  public let store: StoreOf<Destination>?

  /// The presented case with its feature's store or its value, or `nil` if nothing is presented.
  public var `case`: Destination.CaseScope? {
    guard let store else { return nil }
    return Destination.scope(store)
  }

  /// Accesses the store or the value of one case, or `nil` if that case isn't presented.
  public subscript<Content>(
    dynamicMember keyPath: KeyPath<
      Destination.CaseScope.AllCasePaths, AnyCasePath<Destination.CaseScope, Content>
    >
  ) -> Content? where Destination.CaseScope: CasePathable {
    self.case.flatMap(Destination.CaseScope.allCasePaths[keyPath: keyPath].extract(from:))
  }
}

extension Store {
  /// Returns the scope of a destination that presents one of several features.
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

  /// Returns the scope of a destination that presents one of several features.
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

  /// Returns the scope of a destination: `store.scope(\.destination, action: \.destination).edit`.
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

  /// Returns the scope of a destination: `store.scope(\.$destination, action: \.destination).edit`.
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
