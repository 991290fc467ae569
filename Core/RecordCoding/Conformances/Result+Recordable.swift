extension Result: Recordable where Success: Recordable, Failure: Recordable {
  /// Describes the type as an enumeration of two cases.
  public static func describe(in schema: SchemaBuilder) -> TypeReference {
    schema.enumeration(Self.self) { type in
      type.case("success") { $0.field(nil, Success.self) }
      type.case("failure") { $0.field(nil, Failure.self) }
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
      encoder.encode(error)
    }
  }

  /// Reads the case, then its value.
  public init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    self =
      try decoder.tag(below: 2) == 0
      ? .success(try decoder.decode()) : .failure(try decoder.decode())
  }

  /// Writes the change of the value, or the other case.
  public func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    switch (old, self) {
    case (.success(let old), .success(let new)):
      let product = encoder.openPayload(fieldCount: 1)
      encoder.field(0, of: product, from: old, to: new)
      return encoder.close(product)
    case (.failure(let old), .failure(let new)):
      let product = encoder.openPayload(fieldCount: 1)
      encoder.field(0, of: product, from: old, to: new)
      return encoder.close(product)
    case (.failure, .success(let value)):
      encoder.appendChange(toCase: 0)
      encoder.encode(value)
      return true
    case (.success, .failure(let error)):
      encoder.appendChange(toCase: 1)
      encoder.encode(error)
      return true
    }
  }
}
