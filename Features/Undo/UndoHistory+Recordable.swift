public import ComposableArchitecture

// Written by hand, because `@Recordable` would demand that edits are recordable.
extension UndoHistory: Recordable {
  /// Describes the type by how many edits there are.
  @inlinable
  public static func describe(in schema: SchemaBuilder) -> TypeReference {
    schema.structure(Self.self) { type in
      // A count's changes are those of the edits; where these are in memory makes no difference.
      type.field("past", \.past, storage: \.past.count)
      type.field("future", \.future, storage: \.future.count)
    }
  }

  /// Writes how many edits there are.
  @inlinable
  public func record(into encoder: inout RecordEncoder) {
    encoder.encode(past)
    encoder.encode(future)
  }

  /// Reads how many edits there are, and none of them.
  public init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    self.init()
    past = try decoder.decode()
    future = try decoder.decode()
  }

  /// Writes the change of how many edits there are.
  @inlinable
  public func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    let product = encoder.openProduct(fieldCount: 2)
    encoder.field(0, of: product, from: old.past, to: past)
    encoder.field(1, of: product, from: old.future, to: future)
    return encoder.close(product)
  }
}
