/// A place among nested enumerations, which case key paths go through.
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
