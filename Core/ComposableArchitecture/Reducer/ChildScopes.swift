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
