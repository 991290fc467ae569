public import CaseKeyPaths

extension Reducer {
  /// Runs the reducers of features that stand on a stack, before the parent's own reducer.
  ///
  /// `popFrom` removes elements when the parent has handled it, and `push` adds one before. The
  /// effects of an element that is removed are cancelled. An action for an element that is not there
  /// is reported, with the place where the reducers were composed.
  @inlinable
  public func forEach<DestinationState, DestinationAction, Destination: Reducer>(
    _ toStackState: WritableKeyPath<State, StackState<DestinationState>>,
    action toStackAction: CaseKeyPath<Action, StackAction<DestinationState, DestinationAction>>,
    @ReducerBuilder<DestinationState, DestinationAction> destination: () -> Destination,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action>
  where Destination.State == DestinationState, Destination.Action == DestinationAction {
    let destination = destination()
    let field = StateField(toStackState)
    let path = AnyCasePath(toStackAction)
    let site = CompositionSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return ReducerOperator<State, Action> {
      let reduceParent = self.assemble().reduce
      let scope = DependencyScope { $0.dismiss = .ofPresentation }
      let reduceDestination = scope.run { destination.assemble().reduce }
      let stack = Stack<State, DestinationState>(field, site)
      return AssembledReducer { state, action in
        guard let stackAction = path.extract(from: action) else {
          let effect = reduceParent(&state, action)
          stack.cancelWhatIsGone(from: state)
          return effect
        }
        var effect = Effect<Action>.none
        var popped: StackElementID?
        switch stackAction {
        case .element(let id, let elementAction):
          let elementEffect = field.modify(&state) { stack in
            stack.mutate(id: id) { element in
              scope.run { reduceDestination(&element, elementAction) }
            }
          }
          if let elementEffect {
            effect = stack.bind(
              elementEffect, to: id, map: { path.embed(.element(id: id, action: $0)) },
              dismiss: { path.embed(.popFrom(id: id)) })
          } else {
            site.reportMissingStackElement(id: id, action: elementAction)
          }
        case .popFrom(let id):
          popped = stack.checkPop(from: id, in: state)
        case .push(let id, let element):
          stack.push(element, id: id, in: &state)
        }
        effect = effect.merge(with: reduceParent(&state, action))
        if let popped { state[keyPath: toStackState].pop(from: popped) }
        stack.cancelWhatIsGone(from: state)
        return effect
      }
    }
  }
}
