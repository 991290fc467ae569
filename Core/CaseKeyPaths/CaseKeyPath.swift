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
    guard let found = Case<Enum>.root[keyPath: self] as? any ErasedCase else {
      preconditionFailure("a case key path of \(Enum.self) leads to a place among its cases")
    }
    return found
  }
}

/// Matches a value that is in a case: `switch action { case \.response: … }`.
public func ~= <Root: CasePathable>(keyPath: PartialCaseKeyPath<Root>, root: Root) -> Bool {
  root.is(keyPath)
}

/// A place among nested enumerations, which case key paths go through.
///
///     let path: CaseKeyPath<Loading, String> = \.loaded
///     let loading = path("Blob")
///     let name = loading[case: \.loaded]
///
/// Its members are the cases of `Value`. Use it only by way of key paths.
@dynamicMemberLookup
public struct Case<Value> {
  private let origin: Origin<Value>

  /// The place that every case key path of `Value` starts from.
  static var root: Self {
    Self(origin: Path(AnyCasePath<Value, Value>(), isStart: true))
  }

  private init(origin: Origin<Value>) {
    self.origin = origin
  }

  /// The place of a case's value.
  public subscript<Leaf>(
    dynamicMember keyPath: KeyPath<Value.AllCasePaths, AnyCasePath<Value, Leaf>>
  ) -> Case<Leaf> where Value: CasePathable {
    Case<Leaf>(origin: origin.appending(Value.allCasePaths[keyPath: keyPath]))
  }

  /// The way from where the key path started to this place.
  func path<Root>(from root: Root.Type) -> AnyCasePath<Root, Value> {
    guard let path = origin as? Path<Root, Value> else {
      preconditionFailure("a case key path of \(root) does not start from there")
    }
    return path.casePath
  }
}

/// The way to a place, the start of which is not part of its type.
private class Origin<Value> {
  func appending<Leaf>(_ path: AnyCasePath<Value, Leaf>) -> Origin<Leaf> {
    preconditionFailure("only ways with a start are made")
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
    // From the start itself there is no way to go first, and so none to pay for at each use.
    if isStart, let direct = path as? AnyCasePath<Root, Leaf> { return Path<Root, Leaf>(direct) }
    return Path<Root, Leaf>(casePath.appending(path: path))
  }
}

/// A place of which not even the type of value is known.
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

/// The number of a case among those of an enumeration, and how to tell it of a value.
///
/// What depends on the case alone is looked up by it, rather than asked of one case after the other.
@_documentation(visibility: internal)
public struct CaseTag<Root>: Sendable {
  /// The number of the case, from 0, in the order of the source.
  public let index: Int

  /// Tells the number of the case that a value is in.
  public var ofValue: (Root) -> Int { indexOf }

  // Safe to share: `@CasePathable` writes it, as a function that captures nothing but types.
  @usableFromInline nonisolated(unsafe) let indexOf: (Root) -> Int

  /// Creates the tag of a case; `@CasePathable` writes it.
  @inlinable
  public init(index: Int, of indexOf: @escaping (Root) -> Int) {
    self.index = index
    self.indexOf = indexOf
  }
}
