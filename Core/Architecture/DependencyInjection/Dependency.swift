import Issues

/// A property wrapper that reads a dependency.
///
/// The wrapper captures the dependencies that are current when it is created. A read returns the
/// value overridden at the time of the read, else the captured value, else the context's default.
///
///     @Dependency(\.uuid) var uuid
@propertyWrapper
public struct Dependency<Value>: Sendable {
  let captured: DependencyStorage
  private let read: @Sendable (DependencyValues) -> Value
  private let site: AccessSite

  // Inlining lets the compiler see the key path where it is written, and call its getters directly.
  // Interpreting the key path would cost more than the rest of a read.
  /// Creates a property that reads the dependency at a key path.
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

  /// Creates a property that reads the dependency of a key.
  public init<Key: TestDependencyKey>(
    _ key: Key.Type,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) where Key.Value == Value {
    self.init(fileID: fileID, filePath: filePath, line: line, column: column) {
      $0[Key.self, property: ""]
    }
  }

  /// Creates a property that reads the dependency at a key path as a value of a more specific type.
  ///
  /// Reading a dependency of any other type ends the process.
  public init<Base>(
    _ keyPath: any KeyPath<DependencyValues, Base> & Sendable, as type: Value.Type,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    self.init(fileID: fileID, filePath: filePath, line: line, column: column) {
      specific($0[keyPath: keyPath])
    }
  }

  /// Creates a property that reads the dependency of a key as a value of a more specific type.
  ///
  /// Reading a dependency of any other type ends the process.
  public init<Key: TestDependencyKey>(
    _ key: Key.Type, as type: Value.Type,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    self.init(fileID: fileID, filePath: filePath, line: line, column: column) {
      specific($0[Key.self, property: ""])
    }
  }

  @usableFromInline
  init(
    fileID: StaticString, filePath: StaticString, line: UInt, column: UInt,
    read: @escaping @Sendable (DependencyValues) -> Value
  ) {
    captured = DependencyValues.currentStorage
    if DependencyReads.areWatched {
      DependencyValues.readObserver?.didDeclare(Value.self) { _ = read(.current) }
    }
    self.read = read
    site = AccessSite(
      location: CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// The current value of the dependency.
  public var wrappedValue: Value {
    let values =
      DependencyValues.bound.map { DependencyValues($0, fallback: captured, site: site) }
      ?? DependencyValues(captured, site: site)
    return read(values)
  }
}

private func specific<Value>(_ value: Any) -> Value {
  guard let specific = value as? Value else {
    preconditionFailure("the dependency is a '\(type(of: value))', not a '\(Value.self)'")
  }
  return specific
}
