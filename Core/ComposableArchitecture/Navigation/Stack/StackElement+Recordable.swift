public import RecordCoding

extension StackElement: Recordable where State: Recordable {
  @usableFromInline
  static func describe(in schema: SchemaBuilder) -> TypeReference {
    schema.structure(Self.self) { type in
      type.field("id", \.id)
      type.field("state", \.state)
    }
  }

  @usableFromInline
  func record(into encoder: inout RecordEncoder) {
    encoder.encode(id)
    encoder.encode(state)
  }

  @usableFromInline
  init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    let id: StackElementID = try decoder.decode()
    self.init(id: id, state: try decoder.decode())
  }

  @usableFromInline
  func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    let product = encoder.openProduct(fieldCount: 2)
    encoder.field(0, of: product, from: old.id, to: id)
    encoder.field(1, of: product, from: old.state, to: state)
    return encoder.close(product)
  }
}
