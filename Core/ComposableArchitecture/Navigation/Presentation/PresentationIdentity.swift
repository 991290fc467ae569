/// What tells one presentation from the next: the case of the state, and the identity in it.
///
/// Shared by the tasks of effects, which hand it on and never look into it: identities are compared
/// where the reducer runs, and nowhere else.
@usableFromInline
struct PresentationIdentity: Hashable, @unchecked Sendable {
  /// The place of the case among those of the state's type, or 0 for a type that has none.
  let place: Int
  /// The identity of the state or of the case's value, if it is `Identifiable`.
  let id: AnyHashable?
}
