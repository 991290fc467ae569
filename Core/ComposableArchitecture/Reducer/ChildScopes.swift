/// The effects that the children of one operator have running, so that they can be cancelled when
/// a child goes away.
///
/// It belongs to a reducer that was built, and so to one store. Children without running effects
/// are not in it, so that a step costs nothing for them.
@usableFromInline
final class ChildScopes<ID: Hashable & Sendable> {
  private var scopes: [(id: ID, group: EffectGroup)] = [] {
    didSet { hasEffects = !scopes.isEmpty }
  }

  /// Whether a child may have effects that are under way; stored, as it is asked at every step.
  @usableFromInline private(set) var hasEffects = false

  @usableFromInline
  init() {}

  /// Ties an effect to the life of a child.
  @usableFromInline
  func bind<Action>(_ effect: Effect<Action>, to id: ID) -> Effect<Action> {
    guard !effect.isNone else { return effect }
    scopes.removeAll { $0.group.isIdle && $0.id != id }
    let place = ChildPlace(scopes: ObjectIdentifier(self), id: CancelID(id))
    if let scope = scopes.first(where: { $0.id == id }) {
      return Effect(operation: .child(effect, scope.group, place))
    }
    let group = EffectGroup()
    scopes.append((id, group))
    return Effect(operation: .child(effect, group, place))
  }

  /// Cancels the effects of the children that have gone.
  @usableFromInline
  func cancel(where isGone: (ID) -> Bool) {
    guard !scopes.isEmpty else { return }
    scopes.removeAll { scope in
      guard isGone(scope.id) else { return false }
      scope.group.cancel()
      return true
    }
  }
}

/// The effects that run for the child in one case of an enumeration.
///
/// The child is another one when its identity changes, if its state is `Identifiable`.
@usableFromInline
final class CaseScopes<CaseState> {
  private let scopes = ChildScopes<CaseIdentity>()
  private let identifier: ((CaseState) -> AnyHashable?)?

  @usableFromInline
  init(of type: CaseState.Type) {
    identifier = identifying(type)
  }

  /// Whether the child may have effects that are under way.
  @usableFromInline
  var hasEffects: Bool { scopes.hasEffects }

  /// Ties an effect to the life of the child whose state this is.
  @usableFromInline
  func bind<Action>(_ effect: Effect<Action>, to state: CaseState) -> Effect<Action> {
    scopes.bind(effect, to: identity(of: state))
  }

  /// Cancels the effects of all children but the one whose state is there.
  @usableFromInline
  func keep(_ state: CaseState?) {
    let kept = state.map(identity(of:))
    scopes.cancel { $0 != kept }
  }

  private func identity(of state: CaseState) -> CaseIdentity {
    CaseIdentity(id: identifier?(state))
  }
}

/// What tells one child of a case from the next.
///
/// Unchecked, as `AnyHashable` is not `Sendable`: the identity is a value that is only compared.
private struct CaseIdentity: Hashable, @unchecked Sendable {
  let id: AnyHashable?
}
