@_documentation(visibility: internal)
extension Optional: Recordable where Wrapped: Recordable {
  /// Describes the type by its wrapped type.
  public static func describe(in schema: SchemaBuilder) -> TypeReference {
    .optional(schema.reference(to: Wrapped.self))
  }

  /// Writes whether there is a value, followed by the value.
  @inlinable
  public func record(into encoder: inout RecordEncoder) {
    switch self {
    case .none:
      encoder.append(byte: 0)
    case .some(let value):
      encoder.append(byte: 1)
      encoder.encode(value)
    }
  }

  /// Reads whether there is a value, followed by the value.
  public init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    self = try decoder.tag(below: 2) == 0 ? .none : .some(try decoder.decode())
  }

  /// Writes a removal (0), an insertion (1 and the value) or a change (2 and the change).
  @inlinable
  public func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    switch (old, self) {
    case (.none, .none):
      return false
    case (.some, .none):
      encoder.append(byte: 0)
      return true
    case (.none, .some(let new)):
      encoder.append(byte: 1)
      encoder.encode(new)
      return true
    case (.some(let old), .some(let new)):
      encoder.append(byte: 2)
      if encoder.encodeChange(from: old, to: new) { return true }
      encoder.removeLast()
      return false
    }
  }
}

// Unconditional for `Failure`: `any Error` is not recordable, and a type conforms only once.
@_documentation(visibility: internal)
extension Result: Recordable where Success: Recordable {
  /// Describes the type as an enumeration of two cases, with `RecordedError` for `any Error`.
  public static func describe(in schema: SchemaBuilder) -> TypeReference {
    schema.enumeration(Self.self) { type in
      type.case("success") { $0.field(nil, Success.self) }
      type.case("failure") { RecordedFailure<Failure>.describe(in: $0) }
      type.source()
    }
  }

  /// Writes the case, then its value.
  public func record(into encoder: inout RecordEncoder) {
    switch self {
    case .success(let value):
      encoder.append(count: 0)
      encoder.encode(value)
    case .failure(let error):
      encoder.append(count: 1)
      RecordedFailure.record(error, into: &encoder)
    }
  }

  /// Reads the case, then its value.
  public init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    self =
      try decoder.tag(below: 2) == 0
      ? .success(try decoder.decode()) : .failure(try RecordedFailure.read(from: &decoder))
  }

  /// Writes the change of the value, or the new case with its value.
  public func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    switch (old, self) {
    case (.success(let old), .success(let new)):
      let product = encoder.openPayload(fieldCount: 1)
      encoder.field(0, of: product, from: old, to: new)
      return encoder.close(product)
    case (.failure(let old), .failure(let new)):
      let product = encoder.openPayload(fieldCount: 1)
      RecordedFailure.recordChange(from: old, to: new, of: product, into: &encoder)
      return encoder.close(product)
    case (.failure, .success(let value)):
      encoder.appendChange(toCase: 0)
      encoder.encode(value)
      return true
    case (.success, .failure(let error)):
      encoder.appendChange(toCase: 1)
      RecordedFailure.record(error, into: &encoder)
      return true
    }
  }
}
