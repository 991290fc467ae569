public import ComposableArchitecture

// Written by hand, because `@Recordable` would demand that edits are recordable.
extension UndoHistory: Recordable {
  /// Describes the type by how many edits there are, and whether the last one is open.
  public static func describe(in schema: SchemaBuilder) -> TypeReference {
    schema.structure(Self.self) { type in
      type.field("past", \.past)
      type.field("future", \.future)
      type.field("isOpen", \.isOpen)
    }
  }

  /// Writes how many edits there are.
  @inlinable
  public func record(into encoder: inout RecordEncoder) {
    encoder.encode(past)
    encoder.encode(future)
    encoder.encode(isOpen)
  }

  /// Reads how many edits there are, and none of them.
  public init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    self.init()
    past = try decoder.decode()
    future = try decoder.decode()
    isOpen = try decoder.decode()
  }

  /// Writes the change of how many edits there are.
  @inlinable
  public func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    let product = encoder.openProduct(fieldCount: 3)
    encoder.field(0, of: product, from: old.past, to: past)
    encoder.field(1, of: product, from: old.future, to: future)
    encoder.field(2, of: product, from: old.isOpen, to: isOpen)
    return encoder.close(product)
  }
}
