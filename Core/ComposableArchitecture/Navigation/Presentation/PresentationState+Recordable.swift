public import RecordCoding

extension PresentationState: Recordable where State: Recordable {
  /// Describes the type as an optional state.
  public static func describe(in schema: SchemaBuilder) -> TypeReference {
    State?.describe(in: schema)
  }

  /// Writes the optional state.
  public func record(into encoder: inout RecordEncoder) {
    wrappedValue.record(into: &encoder)
  }

  /// Reads the optional state.
  public init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    self.init(wrappedValue: try State?(recorded: &decoder))
  }

  /// Writes the change of the optional state; what both share is known to be the same.
  public func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    if sharesStorage(with: old) { return false }
    return wrappedValue.recordChange(from: old.wrappedValue, into: &encoder)
  }
}

extension PresentationState.Storage: CopiedStorage {
  /// The type of the state.
  package static var storedTypes: [Any.Type] { [State.self] }
}
