public import CaseKeyPaths

extension IdentifiedAction.AllCasePaths where ID: Sendable {
  /// The actions of the element of one identity: `\.rows[id: 1]`, `\.rows[id: 1].tapped`.
  public subscript(id id: ID) -> AnyCasePath<IdentifiedAction, Action> {
    AnyCasePath(
      embed: { .element(id: id, action: $0) },
      extract: {
        guard case .element(id, let action) = $0 else { return nil }
        return action
      })
  }
}
