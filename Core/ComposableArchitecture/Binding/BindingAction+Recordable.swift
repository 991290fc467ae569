public import RecordCoding

@_documentation(visibility: internal)
extension BindingAction: Recordable where Root: Recordable {
  /// Describes the type as an enumeration with a case for each recorded property of the state.
  ///
  /// The case of a property within another has both names, with an underscore between them.
  public static func describe(in schema: SchemaBuilder) -> TypeReference {
    schema.enumeration(Self.self) { type in
      for field in RecordedFields<Root>.all.fields {
        type.case(field.name) { field.describe($0) }
      }
    }
  }

  /// Writes which property is set, then the value.
  ///
  /// A path can be recorded that leads through structures and optionals (`\.address!.city`) to a
  /// property that its structure declares: a stored one, or a computed one that can be set.
  public func record(into encoder: inout RecordEncoder) {
    guard let (index, field) = position else { return failToRecord(in: &encoder) }
    encoder.append(count: index)
    if !field.encode(value, &encoder) { failToRecord(in: &encoder) }
  }

  /// Reads which property is set, and the value.
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
    // Unchecked: the value was made by decoding, and nobody else has it.
    nonisolated(unsafe) let own = value
    self.init(
      path: field.path, setting: set, equals: { Self.areSame(own, $0, field) },
      value: own)
  }

  /// Writes the other property and its value, or what differs between two values of one.
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
        type: "BindingAction<\(Root.self)>",
        description: """
          \(path) leads to no recorded property of the state; set a stored property, or a computed one \
          that its structure declares, or send an action of its own for an element of a collection
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
  /// The type whose fields' values it holds.
  package static var storedTypes: [Any.Type] { [Root.self] }
}
