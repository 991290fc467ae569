public import CaseKeyPaths
public import RecordCoding

/// An action of a stack: one of an element, or a change of the stack itself.
///
///     @CasePathable
///     enum Action {
///       case path(StackActionOf<Profile>)
///     }
///     let pushed = Action.path(.push(id: 0, state: Profile.State()))
///     let saved = Action.path(.element(id: 0, action: .saveTapped))
///     let isSave = saved.is(\.path[id: 0].saveTapped)
///     let isPop = pushed.is(\.path.popFrom)
@CasePathable
@Recordable
public enum StackAction<State, Action> {
  /// An action of the element of an identity.
  indirect case element(id: StackElementID, action: Action)

  /// The element of an identity and all above it are to be removed.
  case popFrom(id: StackElementID)

  /// An element is to be put on top, under the identity that comes next.
  case push(id: StackElementID, state: State)
}

extension StackAction: Equatable where State: Equatable, Action: Equatable {}
extension StackAction: Hashable where State: Hashable, Action: Hashable {}
extension StackAction: Sendable where State: Sendable, Action: Sendable {}

/// The actions of features that stand on a stack.
public typealias StackActionOf<Feature: Reducer> = StackAction<Feature.State, Feature.Action>

extension StackAction.AllCasePaths {
  /// The actions of the element of an identity: `\.path[id: 0].tap`.
  @_documentation(visibility: internal)
  public subscript(id id: StackElementID) -> AnyCasePath<StackAction, Action> {
    AnyCasePath(
      generatedEmbed: { .element(id: id, action: $0) },
      extract: {
        guard case .element(id, let action) = $0 else { return nil }
        return action
      })
  }
}
