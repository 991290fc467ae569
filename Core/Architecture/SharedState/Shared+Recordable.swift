import DependencyInjection
public import RecordCoding

@_documentation(visibility: internal)
extension Shared: Recordable where Value: Recordable {
  /// Describes the type like that of the value.
  public static func describe(in schema: SchemaBuilder) -> TypeReference {
    schema.noteSharing()
    schema.supplement(SharedIdentity.self)
    let value = schema.reference(to: Value.self)
    guard schema.describesParts else { return value }
    let identity = schema.reference(to: SharedIdentity.self)
    return .tuple([RecordField("identity", .optional(identity)), RecordField("value", value)])
  }

  /// Writes the value. A keyframe also stores which references share it.
  public func record(into encoder: inout RecordEncoder) {
    encoder.encodeShared(location)
  }

  /// Creates a reference to a recorded value, shared by the same references as when it was written.
  public init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    self.init(try decoder.decodeShared())
  }

  /// Writes the change from the value of another reference.
  public func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    wrappedValue.recordChange(from: old.wrappedValue, into: &encoder)
  }
}

@_documentation(visibility: internal)
extension SharedReader: Recordable where Value: Recordable {
  /// Describes the type like that of the value.
  public static func describe(in schema: SchemaBuilder) -> TypeReference {
    Shared<Value>.describe(in: schema)
  }

  /// Writes the value. A keyframe also stores which references share it.
  public func record(into encoder: inout RecordEncoder) {
    encoder.encodeShared(location)
  }

  /// Creates a reference to a recorded value, shared by the same references as when it was written.
  public init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    self.init(try decoder.decodeShared() as any SharedLocation<Value>)
  }

  /// Writes the change from the value of another reference.
  public func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    wrappedValue.recordChange(from: old.wrappedValue, into: &encoder)
  }
}

extension Shared: CountedStorage {
  package static var storedTypes: [Any.Type] { [Value.self] }
}

extension SharedReader: CountedStorage {
  package static var storedTypes: [Any.Type] { [Value.self] }
}

/// The identity of the shared value that a reference in a keyframe refers to.
struct SharedIdentity {
  let number: Int
  /// The name of its key; empty without a key.
  let key: String
  /// The name of the part that the reference refers to; empty for the whole value.
  let part: String
}

extension SharedIdentity: ReferencePart {
  /// A placeholder for a part without a name, which cannot be found again.
  static let unknownPart = "?"

  var isNamed: Bool { part != Self.unknownPart }

  static func describe(in schema: SchemaBuilder) -> TypeReference {
    schema.structure(Self.self) { type in
      type.field("number", \.number)
      type.field("key", \.key)
      type.field("part", \.part)
    }
  }

  func record(into encoder: inout RecordEncoder) {
    encoder.encode(number)
    encoder.encode(key)
    encoder.encode(part)
  }

  init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    number = try decoder.decode()
    key = try decoder.decode()
    part = try decoder.decode()
  }

  func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    let product = encoder.openProduct(fieldCount: 3)
    encoder.field(0, of: product, from: old.number, to: number)
    encoder.field(1, of: product, from: old.key, to: key)
    encoder.field(2, of: product, from: old.part, to: part)
    return encoder.close(product)
  }
}
