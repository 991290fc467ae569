/// An action of one element of a collection, with the identity of the element.
@CasePathable
public enum IdentifiedAction<ID: Hashable, Action> {
  /// An action for the element of this identity.
  case element(id: ID, action: Action)
}

/// The actions of a feature that stands in a collection, by the identity of its state.
public typealias IdentifiedActionOf<Feature: Reducer> =
  IdentifiedAction<Feature.State.ID, Feature.Action>
where Feature.State: Identifiable

extension IdentifiedAction: Equatable where Action: Equatable {}
extension IdentifiedAction: Hashable where Action: Hashable {}
extension IdentifiedAction: Sendable where ID: Sendable, Action: Sendable {}
