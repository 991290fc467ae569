public import CaseKeyPaths

extension Case where Value: BindableAction & SendableMetatype {
  /// Returns the case of the action that sets a field: `\.form.title`, which is the same as
  /// `\.form.binding.title`.
  @_disfavoredOverload
  public subscript<Field: Equatable & Sendable>(
    dynamicMember keyPath: WritableKeyPath<Value.State, Field>
  ) -> Case<Field> {
    let field = SharedKeyPath(keyPath)
    return appending(
      AnyCasePath(
        embed: { .binding(.set(field.keyPath, $0)) },
        extract: { $0.binding?.value(at: field.keyPath) }))
  }
}
