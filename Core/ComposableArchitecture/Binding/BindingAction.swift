/// A change of one field of a state, as a form or another outside source makes it.
public struct BindingAction<Root>: Sendable {
  // Unchecked: a key path never changes once it is made, but Swift does not call it `Sendable`.
  nonisolated(unsafe) let path: PartialKeyPath<Root>
  let setting: @Sendable (inout Root) -> Void
  let equals: @Sendable (Any) -> Bool
  // Unchecked: it is sendable, or was read from a log and is only copied.
  nonisolated(unsafe) let value: Any

  /// The field.
  public var keyPath: PartialKeyPath<Root> { path }

  /// The action that sets a field to a value.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: WritableKeyPath<Root, Value>, _ value: Value
  ) -> Self {
    let field = SharedKeyPath(keyPath)
    return Self(
      path: keyPath,
      setting: { $0[keyPath: field.keyPath] = value },
      equals: { $0 as? Value == value },
      value: value)
  }

  /// Whether an action sets a field, to whatever value: `case .binding(\.name):`.
  public static func ~= <Value>(
    keyPath: WritableKeyPath<Root, Value>, bindingAction: Self
  ) -> Bool {
    keyPath == bindingAction.path
  }

  /// An action that sets nothing, to stand for all others.
  static var placeholder: Self {
    Self(path: \Root.self, setting: { _ in }, equals: { _ in false }, value: ())
  }

  /// Sets the field.
  func apply(to root: inout Root) {
    setting(&root)
  }

  /// The value, if the action sets a field.
  func value<Value>(at keyPath: WritableKeyPath<Root, Value>) -> Value? {
    path == keyPath ? value as? Value : nil
  }
}

extension BindingAction: Equatable {
  /// Whether both set the same field to equal values.
  public static func == (one: Self, other: Self) -> Bool {
    one.path == other.path && one.equals(other.value)
  }
}
