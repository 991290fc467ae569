public import CaseKeyPaths

extension BindingAction: CasePathable {
  /// The fields of the state, as the cases of the action: `\.binding.name`.
  @dynamicMemberLookup
  public struct AllCasePaths: Sendable {
    /// The action that sets a field.
    public subscript<Value: Equatable & Sendable>(
      dynamicMember keyPath: WritableKeyPath<Root, Value>
    ) -> AnyCasePath<BindingAction, Value> {
      let field = SharedKeyPath(keyPath)
      return AnyCasePath(
        embed: { .set(field.keyPath, $0) }, extract: { $0.value(at: field.keyPath) })
    }
  }

  /// The fields of the state.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}
