/// A property that reads a dependency.
///
/// It captures the dependencies current when it is made. Reading it gives the value that is
/// overridden at the read, else the captured one, else the default of the context.
///
///     @Dependency(\.uuid) var uuid
@propertyWrapper
public struct Dependency<Value>: Sendable {
  let captured: DependencyStorage
  private let read: @Sendable (DependencyValues) -> Value
  private let site: AccessSite

  // Inlined so that the compiler sees the key path where it is read, and calls its getters directly:
  // to interpret it costs more than the rest of a read.
  /// Reads the dependency at a key path.
  @inlinable
  @inline(__always)
  public init(
    _ keyPath: any KeyPath<DependencyValues, Value> & Sendable,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    self.init(fileID: fileID, filePath: filePath, line: line, column: column) {
      $0[keyPath: keyPath]
    }
  }

  /// Reads the dependency of a key, for one that has no property in `DependencyValues`.
  public init<Key: TestDependencyKey>(
    _ key: Key.Type,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) where Key.Value == Value {
    self.init(fileID: fileID, filePath: filePath, line: line, column: column) {
      $0[Key.self, property: ""]
    }
  }

  @usableFromInline
  init(
    fileID: StaticString, filePath: StaticString, line: UInt, column: UInt,
    read: @escaping @Sendable (DependencyValues) -> Value
  ) {
    captured = DependencyValues.currentStorage
    if DependencyReads.areWatched { DependencyValues.readObserver?.didDeclare(Value.self) }
    self.read = read
    site = AccessSite(
      location: CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// The value of the dependency at this moment.
  public var wrappedValue: Value {
    let values =
      DependencyValues.bound.map { DependencyValues($0, fallback: captured, site: site) }
      ?? DependencyValues(captured, site: site)
    return read(values)
  }
}
