public import CaseKeyPaths
public import DependencyInjection
public import Issues

extension Reducer {
  /// Runs the reducer of a feature while it is presented, before the parent's own reducer.
  ///
  /// After the parent has handled a `dismiss` action, the feature is dismissed. The effects of a
  /// dismissed or replaced feature are canceled. An action for a feature that isn't presented is
  /// reported at the location where the reducers were composed.
  @inlinable
  public func ifLet<DestinationState, DestinationAction, Destination: Reducer>(
    _ toPresentationState: WritableKeyPath<State, PresentationState<DestinationState>>,
    action toPresentationAction: CaseKeyPath<Action, PresentationAction<DestinationAction>>,
    @ReducerBuilder<DestinationState, DestinationAction> destination: () -> Destination,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> ReducerOperator<State, Action>
  where Destination.State == DestinationState, Destination.Action == DestinationAction {
    ifLet(
      StateField(toPresentationState), AnyCasePath(toPresentationAction),
      destination: destination(),
      CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  @inlinable
  package func ifLet<Destination: Reducer>(
    _ field: StateField<State, PresentationState<Destination.State>>,
    _ path: AnyCasePath<Action, PresentationAction<Destination.Action>>,
    destination: Destination, _ location: CodeLocation
  ) -> ReducerOperator<State, Action> {
    ReducerOperator<State, Action> {
      let reduceParent = self.assemble().reduce
      let scope = DependencyScope { $0.dismiss = .ofPresentation }
      let reduceDestination = scope.run { destination.assemble().reduce }
      let presentation = Presentation<State, Destination.State, Destination.Action>(field)
      return AssembledReducer { state, action in
        guard let presentationAction = path.extract(from: action) else {
          let effect = reduceParent(&state, action)
          presentation.cancelRemoved(from: &state)
          return effect
        }
        var effect = Effect<Action>.none
        var dismissed: PresentationIdentity?
        switch presentationAction {
        case .dismiss:
          dismissed = presentation.identity(in: &state)
          if dismissed == nil { location.reportMissingPresentation(action: action) }
        case .presented(let destinationAction):
          let outcome = presentation.reduce(&state, destinationAction) { state, action in
            scope.run { reduceDestination(&state, action) }
          }
          if let outcome {
            dismissed = outcome.dismissed
            effect = outcome.effect(
              map: { path.embed(.presented($0)) }, dismiss: { path.embed(.dismiss) })
          } else {
            location.reportMissingPresentation(action: action)
          }
        }
        effect = effect.merge(with: reduceParent(&state, action))
        if let dismissed { presentation.dismiss(dismissed, in: &state) }
        presentation.cancelRemoved(from: &state)
        return effect
      }
    }
  }

  /// Presents a state that is dismissed by the first action it sends, such as an alert.
  @inlinable
  public func ifLet<DestinationState: _EphemeralState, DestinationAction>(
    _ toPresentationState: WritableKeyPath<State, PresentationState<DestinationState>>,
    action toPresentationAction: CaseKeyPath<Action, PresentationAction<DestinationAction>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> ReducerOperator<State, Action> {
    ifLet(
      toPresentationState, action: toPresentationAction,
      destination: { EmptyReducer<DestinationState, DestinationAction>() },
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

/// A parent's presentation of features in one store.
@usableFromInline
struct Presentation<Parent, State, Action> {
  @usableFromInline let field: StateField<Parent, PresentationState<State>>
  @usableFromInline let kind = PresentedKind<State, Action>()
  @usableFromInline let children = ChildScopes<PresentationIdentity>()

  @usableFromInline
  init(_ field: StateField<Parent, PresentationState<State>>) {
    self.field = field
  }

  @usableFromInline
  struct Outcome {
    @usableFromInline let content: Effect<Action>
    @usableFromInline let dismissed: PresentationIdentity?

    @inlinable
    init(content: Effect<Action>, dismissed: PresentationIdentity?) {
      self.content = content
      self.dismissed = dismissed
    }

    @inlinable
    func effect<ParentAction>(
      map: @escaping @Sendable (Action) -> ParentAction,
      dismiss: @escaping @Sendable () -> ParentAction
    ) -> Effect<ParentAction> {
      content.isNone ? .none : content.map(map).dismissing(by: dismiss)
    }
  }

  /// Runs a reducer on the presented state. Returns `nil` if nothing is presented.
  @inlinable
  func reduce(
    _ parent: inout Parent, _ action: Action,
    by reduce: (inout State, Action) -> Effect<Action>
  ) -> Outcome? {
    field.modify(&parent, where: { $0.storage != nil }) { presentation in
      presentation.mutate { state in
        let isDismissed = kind.isDismissed(state, by: action)
        let effect = reduce(&state, action)
        if effect.isNone, !isDismissed { return Outcome(content: .none, dismissed: nil) }
        let identity = kind.identity(of: state)
        return Outcome(
          content: children.bind(effect, to: identity), dismissed: isDismissed ? identity : nil)
      }
    }
  }

  @usableFromInline
  func identity(in parent: inout Parent) -> PresentationIdentity? {
    field.read(in: &parent) { $0.wrappedValue.map(kind.identity(of:)) }
  }

  /// Dismisses the presented state, unless the parent has replaced it.
  @usableFromInline
  func dismiss(_ identity: PresentationIdentity, in parent: inout Parent) {
    guard self.identity(in: &parent) == identity else { return }
    field.modify(&parent) { $0.wrappedValue = nil }
  }

  @inlinable
  func cancelRemoved(from parent: inout Parent) {
    guard children.hasEffects else { return }
    let presented = identity(in: &parent)
    children.cancel { $0 != presented }
  }
}
