/// A part of a state that a key path refers to, for reading and changing it in place.
///
/// A stored property is accessed by its offset, which is free. Following a key path takes tens of
/// nanoseconds each time, so operators that run for every action keep a field instead.
@_documentation(visibility: internal)
public struct StateField<Root, Value> {
  @usableFromInline let path: WritableKeyPath<Root, Value>
  @usableFromInline let offset: Int?

  /// Creates a field, looking up the offset of the key path.
  @inlinable
  public init(_ path: WritableKeyPath<Root, Value>) {
    self.path = path
    offset = MemoryLayout<Root>.offset(of: path)
  }

  /// Passes the part to a function without copying it or running its observers and setter.
  ///
  /// The root is `inout` only to obtain its address. It isn't changed.
  @inlinable
  public func read<Result>(in root: inout Root, _ body: (Value) -> Result) -> Result {
    guard let offset else { return body(root[keyPath: path]) }
    return withUnsafeMutablePointer(to: &root) { pointer in
      body(
        UnsafeRawPointer(pointer).advanced(by: offset)
          .assumingMemoryBound(to: Value.self).pointee)
    }
  }

  /// Changes the part in place.
  ///
  /// An observed or computed property is set each time, even to an equal value. To only read the
  /// part, call `read(in:_:)`.
  @inlinable
  public func modify<Result>(_ root: inout Root, _ body: (inout Value) -> Result) -> Result {
    guard let offset else { return body(&root[keyPath: path]) }
    return withUnsafeMutablePointer(to: &root) { pointer in
      body(
        &UnsafeMutableRawPointer(pointer).advanced(by: offset)
          .assumingMemoryBound(to: Value.self).pointee)
    }
  }

  /// Changes the part in place if it meets a condition. Otherwise returns `nil` and sets nothing.
  @inlinable
  package func modify<Result>(
    _ root: inout Root, where condition: (Value) -> Bool, _ body: (inout Value) -> Result?
  ) -> Result? {
    read(in: &root, condition) ? modify(&root, body) : nil
  }
}

// Unchecked because a key path is immutable. Key paths to properties and cases capture nothing, and
// the arguments of a subscript are only hashed and compared.
package struct SharedKeyPath<Path: AnyKeyPath>: @unchecked Sendable {
  package let keyPath: Path

  package init(_ keyPath: Path) {
    self.keyPath = keyPath
  }
}
