import IdentifiedArrays
public import RecordCoding

extension StackState: Recordable where Element: Recordable {
  /// Describes the type as an identified array of identities and states.
  public static func describe(in schema: SchemaBuilder) -> TypeReference {
    Elements.describe(in: schema)
  }

  /// Writes the count, then each identity and state.
  public func record(into encoder: inout RecordEncoder) {
    elements.record(into: &encoder)
  }

  /// Reads the count, then each identity, which must differ from the others, and its state.
  public init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    elements = try Elements(recorded: &decoder)
  }

  /// Writes the elements that changed, or the run that was replaced.
  public func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    elements.recordChange(from: old.elements, into: &encoder)
  }

  private typealias Elements = IdentifiedArray<StackElementID, StackElement<Element>>
}
