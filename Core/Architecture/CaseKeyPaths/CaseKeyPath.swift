/// A key path to a case of an enumeration or, through its value, a nested case.
public typealias CaseKeyPath<Root, Value> = KeyPath<Case<Root>, Case<Value>>

/// A case key path with an erased value type.
public typealias PartialCaseKeyPath<Root> = PartialKeyPath<Case<Root>>

extension KeyPath {
  /// Embeds a value in the case: `(\Action.Cases.response)(42)`.
  public func callAsFunction<Enum, Payload>(_ value: Payload) -> Enum
  where Root == Case<Enum>, Value == Case<Payload> {
    AnyCasePath(self).embed(value)
  }

  /// Creates a case without a value: `(\Action.Cases.refresh)()`.
  public func callAsFunction<Enum>() -> Enum
  where Root == Case<Enum>, Value == Case<Void> {
    AnyCasePath(self).embed(())
  }
}

extension PartialKeyPath {
  /// Embeds a value in the case, or returns `nil` if the case has a different type of value.
  @_disfavoredOverload
  public func callAsFunction<Enum>(_ value: Any) -> Enum? where Root == Case<Enum> {
    erasedCase().embed(value, in: Enum.self)
  }

  func erasedCase<Enum>() -> any ErasedCase where Root == Case<Enum> {
    guard let found = Case<Enum>.root[keyPath: self] as? any ErasedCase else {
      preconditionFailure(
        "the key path does not lead to a case of \(String(reflecting: Enum.self))")
    }
    return found
  }
}

/// Returns whether a value is in a case: `switch action { case \.response: … }`.
public func ~= <Root: CasePathable>(keyPath: PartialCaseKeyPath<Root>, root: Root) -> Bool {
  root.is(keyPath)
}

/// A case of an enumeration, as the value of case key paths.
///
///     let path: CaseKeyPath<Loading, String> = \.loaded
///     let loading = path("Blob")
///     let name = loading[case: \.loaded]
///
/// The dynamic members are the cases of `Value`. Use it only through key paths.
@dynamicMemberLookup
public struct Case<Value> {
  private let origin: Origin<Value>

  static var root: Self {
    Self(origin: Path(AnyCasePath<Value, Value>(), isStart: true))
  }

  private init(origin: Origin<Value>) {
    self.origin = origin
  }

  /// Returns a case of the value.
  public subscript<Leaf>(
    dynamicMember keyPath: KeyPath<Value.AllCasePaths, AnyCasePath<Value, Leaf>>
  ) -> Case<Leaf> where Value: CasePathable {
    appending(Value.allCasePaths[keyPath: keyPath])
  }

  /// Returns a case of the value whose payload is optional, as a case of the wrapped payload.
  @_disfavoredOverload
  public subscript<Leaf>(
    dynamicMember keyPath: KeyPath<Value.AllCasePaths, AnyCasePath<Value, Leaf?>>
  ) -> Case<Leaf> where Value: CasePathable {
    appending(Value.allCasePaths[keyPath: keyPath]).appending(Leaf?.allCasePaths.some)
  }

  /// Returns a case of the value.
  package func appending<Leaf>(_ path: AnyCasePath<Value, Leaf>) -> Case<Leaf> {
    Case<Leaf>(origin: origin.appending(path))
  }

  /// Returns the case path from the start of the key path to this case.
  func path<Root>(from root: Root.Type) -> AnyCasePath<Root, Value> {
    guard let path = origin as? Path<Root, Value> else {
      preconditionFailure("the case key path does not start at \(root)")
    }
    return path.casePath
  }
}

private class Origin<Value> {
  func appending<Leaf>(_ path: AnyCasePath<Value, Leaf>) -> Origin<Leaf> {
    preconditionFailure("must be overridden")
  }
}

private final class Path<Root, Value>: Origin<Value> {
  let casePath: AnyCasePath<Root, Value>
  private let isStart: Bool

  init(_ casePath: AnyCasePath<Root, Value>, isStart: Bool = false) {
    self.casePath = casePath
    self.isStart = isStart
  }

  override func appending<Leaf>(_ path: AnyCasePath<Value, Leaf>) -> Origin<Leaf> {
    // Skip the identity path at the start, which would cost a call at each use.
    if isStart, let direct = path as? AnyCasePath<Root, Leaf> { return Path<Root, Leaf>(direct) }
    return Path<Root, Leaf>(casePath.appending(path: path))
  }
}

protocol ErasedCase {
  func contains<Root>(_ root: Root) -> Bool
  func extract<Root>(from root: Root) -> Any?
  func embed<Root>(_ value: Any, in root: Root.Type) -> Root?
}

extension Case: ErasedCase {
  func contains<Root>(_ root: Root) -> Bool {
    path(from: Root.self).extract(from: root) != nil
  }

  func extract<Root>(from root: Root) -> Any? {
    path(from: Root.self).extract(from: root)
  }

  func embed<Root>(_ value: Any, in root: Root.Type) -> Root? {
    (value as? Value).map(path(from: root).embed(_:))
  }
}

/// The index of a case in an enumeration, and a function that returns the index for a value.
///
/// Finding data by this index is faster than testing one case after another.
@_documentation(visibility: internal)
public struct CaseTag<Root>: Sendable {
  /// The zero-based index of the case in source order.
  public let index: Int

  /// Returns the index of the case that a value is in.
  public var ofValue: (Root) -> Int { indexOf }

  // `nonisolated(unsafe)`, because the functions that `@CasePathable` generates capture only types.
  @usableFromInline nonisolated(unsafe) let indexOf: (Root) -> Int

  /// Creates the tag of a case. `@CasePathable` generates calls to it.
  @inlinable
  public init(index: Int, of indexOf: @escaping (Root) -> Int) {
    self.index = index
    self.indexOf = indexOf
  }
}
