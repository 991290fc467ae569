extension IdentifiedAction: Recordable where ID: Recordable, Action: Recordable {
  /// Describes the type as an enumeration of one case.
  public static func describe(in schema: SchemaBuilder) -> TypeReference {
    schema.enumeration(Self.self) { type in
      type.case("element") { payload in
        payload.field("id", ID.self)
        payload.field("action", Action.self)
      }
    }
  }

  // Inlined, as most actions of an app are such.
  /// Writes the identity, then the action.
  @inlinable
  public func record(into encoder: inout RecordEncoder) {
    guard case .element(let id, let action) = self else { return }
    encoder.append(count: 0)
    encoder.encode(id)
    encoder.encode(action)
  }

  /// Reads the identity, then the action.
  public init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    _ = try decoder.tag(below: 1)
    let id: ID = try decoder.decode()
    self = .element(id: id, action: try decoder.decode())
  }

  /// Writes which of identity and action changed, and how.
  @inlinable
  public func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    guard case (.element(let oldID, let old), .element(let id, let action)) = (old, self) else {
      return false
    }
    let product = encoder.openPayload(fieldCount: 2)
    encoder.field(0, of: product, from: oldID, to: id)
    encoder.field(1, of: product, from: old, to: action)
    return encoder.close(product)
  }
}
