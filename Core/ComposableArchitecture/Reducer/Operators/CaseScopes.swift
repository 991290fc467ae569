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
