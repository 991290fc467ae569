// What `@Recordable` writes uses these names. Each has a form for parts of any type, so that a part
// that is not recordable is one error, in the description of the type, and not one in each
// requirement. That form is never called.

extension RecordEncoder {
  /// Writes a part of a type that is `@Recordable`.
  @inlinable @inline(__always)
  public mutating func encode<Value: Recordable>(part value: Value) {
    encode(value)
  }

  /// Stands for a part that cannot be recorded, which the description of the type reports.
  @_disfavoredOverload
  public mutating func encode<Value>(part value: Value) {
    refuse(Value.self)
  }

  /// Writes the change of a part of a type that is `@Recordable`.
  @inlinable @inline(__always)
  public mutating func field<Value: Recordable>(
    part index: Int, of product: ProductChange, from old: Value, to new: Value
  ) {
    field(index, of: product, from: old, to: new)
  }

  /// Stands for a part that cannot be recorded, which the description of the type reports.
  @_disfavoredOverload
  public mutating func field<Value>(
    part index: Int, of product: ProductChange, from old: Value, to new: Value
  ) {
    refuse(Value.self)
  }
}

extension RecordDecoder {
  /// Reads a part of a type that is `@Recordable`.
  @inlinable @inline(__always)
  public mutating func decodePart<Value: Recordable>() throws(RecordDecodingError) -> Value {
    try decode()
  }

  /// Stands for a part that cannot be recorded, which the description of the type reports.
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

  /// Stands for a value that cannot be recorded, which the description of the type reports.
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

/// Requires a type to be recordable; `@Reducer(.recordable)` names the state and the actions so that
/// are declared elsewhere.
///
/// Add `@Recordable` to the type where it is declared.
@_documentation(visibility: internal)
public func requireRecordable<Value: Recordable>(_ type: Value.Type) {}
