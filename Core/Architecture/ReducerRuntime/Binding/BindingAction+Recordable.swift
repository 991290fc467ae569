public import RecordCoding
import ValueDump

@_documentation(visibility: internal)
extension BindingAction: Recordable where Root: Recordable {
  /// Describes the type as an enumeration with a case for each recorded property of the state.
  ///
  /// The case of a nested property joins the names of both properties with an underscore.
  public static func describe(in schema: SchemaBuilder) -> TypeReference {
    schema.enumeration(Self.self) { type in
      for field in RecordedFields<Root>.all.fields {
        type.case(field.name) { field.describe($0) }
        if !field.isSettable { type.reject(field.name) }
      }
    }
  }

  /// Writes the property that is set, followed by its value.
  ///
  /// The key path may lead through structures and optionals, as in `\.address!.city`. It must end
  /// at a property that its structure declares, either stored or computed with a setter.
  public func record(into encoder: inout RecordEncoder) {
    guard let (index, field) = position else { return failToRecord(in: &encoder) }
    encoder.append(count: index)
    if !field.encode(value, &encoder) { failToRecord(in: &encoder) }
  }

  /// Creates an action by reading the property that is set, followed by its value.
  public init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    let fields = RecordedFields<Root>.all.fields
    let start = decoder.position
    let field = fields[try decoder.tag(below: fields.count)]
    let (value, set) = try field.decode(&decoder)
    guard let set else {
      throw .invalidValue(
        type: "BindingAction", description: "the property '\(field.name)' cannot be set",
        offset: start)
    }
    // Unchecked because the value has just been decoded, so no other code references it.
    nonisolated(unsafe) let own = value
    self.init(
      path: field.path, setting: set, equals: { Self.areSame(own, $0, field) },
      value: own)
  }

  /// Writes the new property and its value, or the difference between two of its values.
  public func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    guard let (index, field) = position else {
      failToRecord(in: &encoder)
      return false
    }
    guard old.path == path else {
      encoder.appendChange(toCase: index)
      _ = field.encode(value, &encoder)
      return true
    }
    let product = encoder.openPayload(fieldCount: 1)
    field.encodeChange(old.value, value, product, &encoder)
    return encoder.close(product)
  }

  private var position: (index: Int, field: RecordedField<Root>)? {
    let fields = RecordedFields<Root>.all.fields
    return fields.firstIndex { $0.path == path }.map { ($0, fields[$0]) }
  }

  private func failToRecord(in encoder: inout RecordEncoder) {
    encoder.fail(
      .notEncodable(
        type: "BindingAction<\(TypeNames.name(of: Root.self))>",
        description: """
          \(path) does not refer to a recorded property of the state; set a stored property, or a \
          computed one that its structure declares, or use a separate action for an element of a \
          collection
          """))
  }

  private static func areSame(_ one: Any, _ other: Any, _ field: RecordedField<Root>) -> Bool {
    var encoder = RecordEncoder()
    var otherEncoder = RecordEncoder()
    return field.encode(one, &encoder) && field.encode(other, &otherEncoder)
      && encoder.bytes == otherEncoder.bytes
  }
}

extension BindingAction: CopiedStorage {
  package static var storedTypes: [Any.Type] { [Root.self] }
}
