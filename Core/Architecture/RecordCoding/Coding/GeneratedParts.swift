// Code that `@Recordable` generates calls these methods. Each has an overload for parts of any
// type. With it, a part that is not recordable causes one error, at the part, instead of one error
// in each requirement. These overloads are never called.

extension StructureDescription {
  /// Accepts a part that cannot be recorded. A separate check reports it.
  @_disfavoredOverload
  public func field<Value>(_ name: String, _ path: KeyPath<Root, Value>) {
    refuse(Value.self)
  }

  /// Accepts a part that cannot be recorded. A separate check reports it.
  @_disfavoredOverload
  public func field<Value, Stored>(
    _ name: String, _ path: KeyPath<Root, Value>, storage: KeyPath<Root, Stored>
  ) {
    refuse(Value.self)
  }

  /// Accepts a part that cannot be recorded. A separate check reports it.
  @_disfavoredOverload
  public func field<Value, Bound>(
    _ name: String, _ path: KeyPath<Root, Value>, binding: KeyPath<Root, Bound>
  ) {
    refuse(Value.self)
  }

  /// Accepts a part that cannot be recorded. A separate check reports it.
  @_disfavoredOverload
  public func field<Value>(
    _ name: String, _ path: KeyPath<Root, Value>,
    initially value: @autoclosure @escaping () -> Value
  ) {
    refuse(Value.self)
  }

  /// Accepts a part that cannot be recorded. A separate check reports it.
  @_disfavoredOverload
  public func field<Old: Recordable, Value>(
    _ name: String, _ path: KeyPath<Root, Value>, formerly oldName: String,
    converting convert: @escaping (Old) -> Value
  ) {
    refuse(Value.self)
  }
}

extension EnumerationDescription {
  /// Accepts a part that cannot be recorded. A separate check reports it.
  @_disfavoredOverload
  public func `case`<Value>(
    _ name: String, valueAt index: Int, _ type: Value.Type,
    initially value: @autoclosure @escaping () -> Value
  ) {
    refuse(Value.self)
  }
}

extension RecordEncoder {
  /// Writes a part of a `@Recordable` type.
  @inlinable @inline(__always)
  public mutating func encode<Value: Recordable>(part value: Value) {
    encode(value)
  }

  /// Accepts a part that cannot be recorded. A separate check reports it.
  @_disfavoredOverload
  public mutating func encode<Value>(part value: Value) {
    refuse(Value.self)
  }

  /// Writes the change of a part of a `@Recordable` type.
  @inlinable @inline(__always)
  public mutating func field<Value: Recordable>(
    part index: Int, of product: ProductChange, from old: Value, to new: Value
  ) {
    field(index, of: product, from: old, to: new)
  }

  /// Accepts a part that cannot be recorded. A separate check reports it.
  @_disfavoredOverload
  public mutating func field<Value>(
    part index: Int, of product: ProductChange, from old: Value, to new: Value
  ) {
    refuse(Value.self)
  }
}

extension RecordDecoder {
  /// Reads a part of a `@Recordable` type.
  @inlinable @inline(__always)
  public mutating func decodePart<Value: Recordable>() throws(RecordDecodingError) -> Value {
    try decode()
  }

  /// Accepts a part that cannot be recorded. A separate check reports it.
  @_disfavoredOverload
  public mutating func decodePart<Value>() throws(RecordDecodingError) -> Value {
    refuse(Value.self)
  }
}

extension RecordDecoder {
  /// Reads the only associated value of a case.
  @inlinable @inline(__always)
  public mutating func decodeCase<Value: Recordable, Enum>(
    _ make: (Value) -> Enum
  ) throws(RecordDecodingError) -> Enum {
    make(try decode())
  }

  /// Accepts a value that cannot be recorded. A separate check reports it.
  @_disfavoredOverload
  public mutating func decodeCase<Value, Enum>(
    _ make: (Value) -> Enum
  ) throws(RecordDecodingError) -> Enum {
    refuse(Value.self)
  }
}

private func refuse(_ type: Any.Type) -> Never {
  preconditionFailure("'\(type)' cannot be recorded: add '@Recordable' to it")
}

/// Requires a type to be recordable.
///
/// `@Reducer(.recordable)` generates a call for each state and action type that is declared
/// elsewhere. Add `@Recordable` to the declaration of the type.
@_documentation(visibility: internal)
public func requireRecordable<Value: Recordable>(_ type: Value.Type) {}
