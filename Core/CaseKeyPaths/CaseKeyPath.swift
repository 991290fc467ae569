/// A key path to a case of an enumeration, or on to a case of its value: `\.destination.alert`.
public typealias CaseKeyPath<Root, Value> = KeyPath<Case<Root>, Case<Value>>

/// A case key path to a case whose type of value is not known.
public typealias PartialCaseKeyPath<Root> = PartialKeyPath<Case<Root>>

extension KeyPath {
  /// Puts a value into the case: `(\Action.Cases.response)(42)`.
  public func callAsFunction<Enum, Payload>(_ value: Payload) -> Enum
  where Root == Case<Enum>, Value == Case<Payload> {
    AnyCasePath(self).embed(value)
  }

  /// Makes the case, which has no value: `(\Action.Cases.refresh)()`.
  public func callAsFunction<Enum>() -> Enum
  where Root == Case<Enum>, Value == Case<Void> {
    AnyCasePath(self).embed(())
  }
}

extension PartialKeyPath {
  /// Puts a value into the case, or returns `nil` if the case takes another type of value.
  @_disfavoredOverload
  public func callAsFunction<Enum>(_ value: Any) -> Enum? where Root == Case<Enum> {
    erasedCase().embed(value, in: Enum.self)
  }

  /// The place that the key path leads to.
  func erasedCase<Enum>() -> any ErasedCase where Root == Case<Enum> {
    guard let place = Case<Enum>.root[keyPath: self] as? any ErasedCase else {
      preconditionFailure("a case key path of \(Enum.self) leads to a place among its cases")
    }
    return place
  }
}

/// Matches a value that is in a case: `switch action { case \.response: … }`.
public func ~= <Root: CasePathable>(keyPath: PartialCaseKeyPath<Root>, root: Root) -> Bool {
  root.is(keyPath)
}
