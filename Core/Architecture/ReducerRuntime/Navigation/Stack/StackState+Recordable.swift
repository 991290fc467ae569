import IdentifiedArrays
public import RecordCoding

@_documentation(visibility: internal)
extension StackState: Recordable where Element: Recordable {
  /// Describes the type as an identified array of identities and states.
  public static func describe(in schema: SchemaBuilder) -> TypeReference {
    Elements.describe(in: schema)
  }

  /// Writes the count, followed by each identity and state.
  public func record(into encoder: inout RecordEncoder) {
    elements.record(into: &encoder)
  }

  /// Creates a stack by reading the count, followed by the unique identity and the state of each
  /// element.
  public init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    elements = try Elements(recorded: &decoder)
  }

  /// Writes the elements that changed, or the range that was replaced.
  public func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    elements.recordChange(from: old.elements, into: &encoder)
  }

  private typealias Elements = IdentifiedArray<StackElementID, StackElement<Element>>
}

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
