public import CaseKeyPaths

extension Reducer {
  /// Runs the reducer of a feature while it is presented, before the parent's own reducer.
  ///
  /// `dismiss` takes the feature away when the parent has handled it. The effects of a feature that
  /// goes away, or that another one replaces, are cancelled. An action for a feature that is not
  /// presented is reported, with the place where the reducers were composed.
  @inlinable
  public func ifLet<DestinationState, DestinationAction, Destination: Reducer>(
    _ toPresentationState: WritableKeyPath<State, PresentationState<DestinationState>>,
    action toPresentationAction: CaseKeyPath<Action, PresentationAction<DestinationAction>>,
    @ReducerBuilder<DestinationState, DestinationAction> destination: () -> Destination,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action>
  where Destination.State == DestinationState, Destination.Action == DestinationAction {
    let destination = destination()
    let field = StateField(toPresentationState)
    let path = AnyCasePath(toPresentationAction)
    let site = CompositionSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return ReducerOperator<State, Action> {
      let reduceParent = self.assemble().reduce
      let scope = DependencyScope { $0.dismiss = .ofPresentation }
      let reduceDestination = scope.run { destination.assemble().reduce }
      let presentation = Presentation<State, DestinationState, DestinationAction>(field)
      return AssembledReducer { state, action in
        guard let presentationAction = path.extract(from: action) else {
          let effect = reduceParent(&state, action)
          presentation.cancelWhatIsGone(from: state)
          return effect
        }
        var effect = Effect<Action>.none
        var dismissed: PresentationIdentity?
        switch presentationAction {
        case .dismiss:
          dismissed = presentation.identity(in: state)
          if dismissed == nil { site.reportMissingPresentation(action: action) }
        case .presented(let destinationAction):
          let outcome = presentation.reduce(&state, destinationAction) { state, action in
            scope.run { reduceDestination(&state, action) }
          }
          if let outcome {
            dismissed = outcome.dismissed
            effect = outcome.effect(
              map: { path.embed(.presented($0)) }, dismiss: { path.embed(.dismiss) })
          } else {
            site.reportMissingPresentation(action: action)
          }
        }
        effect = effect.merge(with: reduceParent(&state, action))
        if let dismissed { presentation.dismiss(dismissed, in: &state) }
        presentation.cancelWhatIsGone(from: state)
        return effect
      }
    }
  }

  /// Presents state that goes away with the first action it sends, such as an alert's.
  @inlinable
  public func ifLet<DestinationState: _EphemeralState, DestinationAction>(
    _ toPresentationState: WritableKeyPath<State, PresentationState<DestinationState>>,
    action toPresentationAction: CaseKeyPath<Action, PresentationAction<DestinationAction>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    ifLet(
      toPresentationState, action: toPresentationAction,
      destination: { EmptyReducer<DestinationState, DestinationAction>() },
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
