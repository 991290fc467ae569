public import CaseKeyPaths
public import DependencyInjection
public import Issues

extension Reducer {
  /// Runs the reducers of features on a stack, before the parent's own reducer.
  ///
  /// `push` adds an element before the parent handles the action, and `popFrom` removes elements
  /// afterwards. The effects of a removed element are canceled. An action for a missing element is
  /// reported at the location where the reducers were composed.
  @inlinable
  public func forEach<DestinationState, DestinationAction, Destination: Reducer>(
    _ toStackState: WritableKeyPath<State, StackState<DestinationState>>,
    action toStackAction: CaseKeyPath<Action, StackAction<DestinationState, DestinationAction>>,
    @ReducerBuilder<DestinationState, DestinationAction> destination: () -> Destination,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> ReducerOperator<State, Action>
  where Destination.State == DestinationState, Destination.Action == DestinationAction {
    forEach(
      StateField(toStackState), AnyCasePath(toStackAction), destination: destination(),
      CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  @inlinable
  package func forEach<Destination: Reducer>(
    _ field: StateField<State, StackState<Destination.State>>,
    _ path: AnyCasePath<Action, StackAction<Destination.State, Destination.Action>>,
    destination: Destination, _ location: CodeLocation
  ) -> ReducerOperator<State, Action> {
    ReducerOperator<State, Action> {
      let reduceParent = self.assemble().reduce
      let scope = DependencyScope { $0.dismiss = .ofPresentation }
      let stack = Stack<State, Destination.State>(field, location)
      let reduceDestination = stack.children.assembleElements {
        scope.run { destination.assemble().reduce }
      }
      let children = stack.children
      return AssembledReducer { state, action in
        guard let stackAction = path.extract(from: action) else {
          let effect = reduceParent(&state, action)
          stack.cancelRemoved(from: &state)
          return effect
        }
        var effect = Effect<Action>.none
        var popped: StackElementID?
        switch stackAction {
        case .element(let id, let elementAction):
          let elementEffect = field.modify(&state, where: { $0.contains(id: id) }) { stack in
            stack.mutate(id: id) { element in
              children.reducing(id) { scope.run { reduceDestination(&element, elementAction) } }
            }
          }
          if let elementEffect {
            effect = stack.bind(
              elementEffect, to: id, map: { path.embed(.element(id: id, action: $0)) },
              dismiss: { path.embed(.popFrom(id: id)) })
          } else {
            location.reportMissingStackElement(id: id, action: elementAction)
          }
        case .popFrom(let id):
          popped = stack.checkPop(from: id, in: &state)
        case .push(let id, let element):
          stack.push(element, id: id, in: &state)
        }
        effect = effect.merge(with: reduceParent(&state, action))
        if let popped {
          field.modify(&state, where: { $0.contains(id: popped) }) { $0.pop(from: popped) }
        }
        stack.cancelRemoved(from: &state)
        return effect
      }
    }
  }
}

/// A parent's stack of features in one store.
@usableFromInline
struct Stack<Parent, State> {
  private let field: StateField<Parent, StackState<State>>
  private let location: CodeLocation
  @usableFromInline let children = ChildScopes<StackElementID>()

  @usableFromInline
  init(_ field: StateField<Parent, StackState<State>>, _ location: CodeLocation) {
    self.field = field
    self.location = location
  }

  @inlinable
  func bind<Action, ParentAction>(
    _ effect: Effect<Action>, to id: StackElementID,
    map: @escaping @Sendable (Action) -> ParentAction,
    dismiss: @escaping @Sendable () -> ParentAction
  ) -> Effect<ParentAction> {
    if effect.isNone { return .none }
    return children.bind(effect, to: id).map(map).dismissing(by: dismiss)
  }

  @usableFromInline
  func checkPop(from id: StackElementID, in parent: inout Parent) -> StackElementID? {
    field.read(in: &parent) { stack in
      guard stack.contains(id: id) else {
        location.reportMissingPop(id: id, ids: stack.ids)
        return nil
      }
      return id
    }
  }

  /// In a test, an identity beyond the next generated one is also reported.
  @usableFromInline
  func push(_ element: State, id: StackElementID, in parent: inout Parent) {
    let stack = parent[keyPath: field.path]
    guard !stack.contains(id: id) else {
      location.reportRepeatedPush(id: id, ids: stack.ids)
      return
    }
    let dependencies = DependencyValues.current
    let generator = dependencies.stackElementID
    if dependencies.context == .test, let next = generator.next, id.generation > next.generation {
      location.reportUnexpectedPush(id: id, expected: next)
    } else {
      generator.skip(id)
    }
    field.modify(&parent) { $0.push(element, id: id) }
  }

  @inlinable
  func cancelRemoved(from parent: inout Parent) {
    if children.hasEffects { cancelAbsent(from: &parent) }
  }

  @usableFromInline
  func cancelAbsent(from parent: inout Parent) {
    field.read(in: &parent) { stack in
      children.cancel { !stack.contains(id: $0) }
    }
  }
}
