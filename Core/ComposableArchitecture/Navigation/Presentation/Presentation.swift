/// A parent's presentation of features, as one store runs it.
@usableFromInline
struct Presentation<Parent, State, Action> {
  @usableFromInline let field: StateField<Parent, PresentationState<State>>
  @usableFromInline let kind = PresentedKind<State, Action>()
  @usableFromInline let children = ChildScopes<PresentationIdentity>()

  @usableFromInline
  init(_ field: StateField<Parent, PresentationState<State>>) {
    self.field = field
  }

  /// What the reducer of a presented feature has done.
  @usableFromInline
  struct Outcome {
    @usableFromInline let content: Effect<Action>
    /// The presentation that the action ends.
    @usableFromInline let dismissed: PresentationIdentity?

    @inlinable
    init(content: Effect<Action>, dismissed: PresentationIdentity?) {
      self.content = content
      self.dismissed = dismissed
    }

    /// The effect as the parent's, in which `dismiss` sends an action.
    @inlinable
    func effect<ParentAction>(
      map: @escaping @Sendable (Action) -> ParentAction,
      dismiss: @escaping @Sendable () -> ParentAction
    ) -> Effect<ParentAction> {
      content.isNone ? .none : content.map(map).dismissing(by: dismiss)
    }
  }

  /// Runs a reducer on what is presented; `nil` if nothing is.
  @inlinable
  func reduce(
    _ parent: inout Parent, _ action: Action,
    by reduce: (inout State, Action) -> Effect<Action>
  ) -> Outcome? {
    field.modify(&parent) { presentation in
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

  /// What tells that which is presented from others; `nil` if nothing is.
  @usableFromInline
  func identity(in parent: Parent) -> PresentationIdentity? {
    parent[keyPath: field.path].wrappedValue.map(kind.identity(of:))
  }

  /// Takes away what is presented, unless the parent has replaced it.
  @usableFromInline
  func dismiss(_ identity: PresentationIdentity, in parent: inout Parent) {
    guard self.identity(in: parent) == identity else { return }
    parent[keyPath: field.path].wrappedValue = nil
  }

  /// Cancels the effects of features that are no longer presented.
  @inlinable
  func cancelWhatIsGone(from parent: Parent) {
    guard children.hasEffects else { return }
    let presented = identity(in: parent)
    children.cancel { $0 != presented }
  }
}
