public import CaseKeyPaths
public import RecordCoding

/// An action of a stack's element, or a change of the stack itself.
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
  /// An action of the element with the given identity.
  indirect case element(id: StackElementID, action: Action)

  /// A request to remove the element with the given identity and all elements above it.
  case popFrom(id: StackElementID)

  /// A request to push an element with the given identity.
  case push(id: StackElementID, state: State)
}

extension StackAction: Equatable where State: Equatable, Action: Equatable {}
extension StackAction: Hashable where State: Hashable, Action: Hashable {}
extension StackAction: Sendable where State: Sendable, Action: Sendable {}

/// The actions of a stack whose elements are all of one feature.
public typealias StackActionOf<Feature: Reducer> = StackAction<Feature.State, Feature.Action>

extension StackAction.AllCasePaths {
  /// Returns the case path of an element's actions, as in `\.path[id: 0].tap`.
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
