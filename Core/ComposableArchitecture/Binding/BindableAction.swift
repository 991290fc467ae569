public import CaseKeyPaths

/// Actions of a feature one of which sets fields of its state: `case binding(BindingAction<State>)`.
public protocol BindableAction {
  /// The state whose fields are set.
  associatedtype State

  /// The action that sets a field.
  static func binding(_ action: BindingAction<State>) -> Self

  /// What is set, if this is the action that sets a field.
  var binding: BindingAction<State>? { get }
}

extension BindableAction where Self: CasePathable {
  /// What is set, if this is the action that sets a field.
  public var binding: BindingAction<State>? { Self.bindingPath?.extract(from: self) }

  /// The case that sets a field: whichever `binding(_:)` makes.
  static var bindingPath: AnyCasePath<Self, BindingAction<State>>? {
    guard let paths = allCasePaths as? any CasePathReflectable<Self> else { return nil }
    let path = paths[.binding(.placeholder)] as? CaseKeyPath<Self, BindingAction<State>>
    return path.map { AnyCasePath($0) }
  }
}

extension BindableAction {
  /// What is set, if this is a case named `binding`.
  @_disfavoredOverload
  public var binding: BindingAction<State>? {
    Mirror(reflecting: self).children.first.flatMap { label, value in
      label == "binding" ? value as? BindingAction<State> : nil
    }
  }

  /// The action that sets a field of the state to a value.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: WritableKeyPath<State, Value>, _ value: Value
  ) -> Self {
    .binding(.set(keyPath, value))
  }
}
