/// A part of a state that a key path leads to, and that is read and changed in place.
///
/// A stored property is reached by its offset, which costs nothing; following a key path costs tens
/// of nanoseconds each time. Operators that run for every action keep one.
@_documentation(visibility: internal)
public struct StateField<Root, Value> {
  @usableFromInline let path: WritableKeyPath<Root, Value>
  @usableFromInline let offset: Int?

  /// Looks up where the key path leads.
  @inlinable
  public init(_ path: WritableKeyPath<Root, Value>) {
    self.path = path
    offset = MemoryLayout<Root>.offset(of: path)
  }

  /// Passes the part to a function without a copy. Observers and setters of the property don't run.
  ///
  /// Takes the root as `inout` so that its address is known, and leaves it unchanged.
  @inlinable
  public func read<Result>(in root: inout Root, _ body: (Value) -> Result) -> Result {
    guard let offset else { return body(root[keyPath: path]) }
    return withUnsafeMutablePointer(to: &root) { pointer in
      body(
        UnsafeRawPointer(pointer).advanced(by: offset)
          .assumingMemoryBound(to: Value.self).pointee)
    }
  }

  /// Changes the part in place. A property that is observed or computed is set each time, even to
  /// an equal value: code that only looks at the part calls `read(in:_:)`.
  @inlinable
  public func modify<Result>(_ root: inout Root, _ body: (inout Value) -> Result) -> Result {
    guard let offset else { return body(&root[keyPath: path]) }
    return withUnsafeMutablePointer(to: &root) { pointer in
      body(
        &UnsafeMutableRawPointer(pointer).advanced(by: offset)
          .assumingMemoryBound(to: Value.self).pointee)
    }
  }

  /// Changes the part in place if it meets a condition, and returns `nil` otherwise, without
  /// setting it.
  @inlinable
  func modify<Result>(
    _ root: inout Root, where condition: (Value) -> Bool, _ body: (inout Value) -> Result?
  ) -> Result? {
    read(in: &root, condition) ? modify(&root, body) : nil
  }
}

/// A key path that is handed to other tasks.
///
/// Unchecked: a key path never changes once it is made. Those of properties and cases capture
/// nothing; the arguments of a subscript are values that are hashed and compared.
struct SharedKeyPath<Path: AnyKeyPath>: @unchecked Sendable {
  let keyPath: Path

  init(_ keyPath: Path) {
    self.keyPath = keyPath
  }
}
