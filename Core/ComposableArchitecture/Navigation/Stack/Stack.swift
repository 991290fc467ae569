import DependencyInjection

/// A parent's stack of features, as one store runs it.
@usableFromInline
struct Stack<Parent, State> {
  private let field: StateField<Parent, StackState<State>>
  private let site: CompositionSite
  @usableFromInline let children = ChildScopes<StackElementID>()

  @usableFromInline
  init(_ field: StateField<Parent, StackState<State>>, _ site: CompositionSite) {
    self.field = field
    self.site = site
  }

  /// An element's effect as the parent's, which ends with the element.
  @inlinable
  func bind<Action, ParentAction>(
    _ effect: Effect<Action>, to id: StackElementID,
    map: @escaping @Sendable (Action) -> ParentAction,
    dismiss: @escaping @Sendable () -> ParentAction
  ) -> Effect<ParentAction> {
    if effect.isNone { return .none }
    return children.bind(effect, to: id).map(map).dismissing(by: dismiss)
  }

  /// The identity, if it can be popped; what can not is reported.
  @usableFromInline
  func checkPop(from id: StackElementID, in parent: Parent) -> StackElementID? {
    let stack = parent[keyPath: field.path]
    guard stack.contains(id: id) else {
      site.reportMissingPop(id: id, ids: stack.ids)
      return nil
    }
    return id
  }

  /// Puts an element on the stack; one whose identity is there already is reported.
  ///
  /// In a test, an identity is reported that the stack would not have given by itself.
  @usableFromInline
  func push(_ element: State, id: StackElementID, in parent: inout Parent) {
    let stack = parent[keyPath: field.path]
    guard !stack.contains(id: id) else {
      site.reportRepeatedPush(id: id, ids: stack.ids)
      return
    }
    let dependencies = DependencyValues.current
    let generator = dependencies.stackElementID
    if dependencies.context == .test, let next = generator.next, id.generation > next.generation {
      site.reportUnexpectedPush(id: id, expected: next)
    } else {
      generator.skip(id)
    }
    field.modify(&parent) { $0.push(element, id: id) }
  }

  /// Cancels the effects of elements that are no longer on the stack.
  @inlinable
  func cancelWhatIsGone(from parent: Parent) {
    if children.hasEffects { cancelAbsent(from: parent) }
  }

  @usableFromInline
  func cancelAbsent(from parent: Parent) {
    let stack = parent[keyPath: field.path]
    children.cancel { !stack.contains(id: $0) }
  }
}
