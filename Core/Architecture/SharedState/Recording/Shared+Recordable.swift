public import RecordCoding

@_documentation(visibility: internal)
extension Shared: Recordable where Value: Recordable {
  /// Describes the type in the same way as the type of the value.
  public static func describe(in schema: SchemaBuilder) -> TypeReference {
    schema.supplement(SharedIdentity.self)
    schema.supplement(SharedRoot.self)
    let value = schema.reference(to: Value.self)
    schema.noteSharing(of: value)
    guard schema.describesParts else { return value }
    let identity = schema.reference(to: SharedIdentity.self)
    return .tuple([RecordField("identity", .optional(identity)), RecordField("value", value)])
  }

  /// Writes the value. A keyframe also stores which references share it.
  public func record(into encoder: inout RecordEncoder) {
    encoder.encodeShared(location, in: cell)
  }

  /// Creates a reference to a recorded value. The same references share it as in the recording.
  public init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    cell = try decoder.decodeShared {
      $0 as? any SharedLocation<Value>
    } new: {
      SharedBox($0)
    }
  }

  /// Writes the change from the value of an old reference.
  public func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    wrappedValue.recordChange(from: old.wrappedValue, into: &encoder)
  }
}

@_documentation(visibility: internal)
extension SharedReader: Recordable where Value: Recordable {
  /// Describes the type in the same way as the type of the value.
  public static func describe(in schema: SchemaBuilder) -> TypeReference {
    Shared<Value>.describe(in: schema)
  }

  /// Writes the value. A keyframe also stores which references share it.
  public func record(into encoder: inout RecordEncoder) {
    encoder.encodeShared(location, in: cell)
  }

  /// Creates a reference to a recorded value. The same references share it as in the recording.
  public init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    cell = try decoder.decodeShared {
      $0
    } new: {
      SharedBox($0)
    }
  }

  /// Writes the change from the value of an old reference.
  public func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    wrappedValue.recordChange(from: old.wrappedValue, into: &encoder)
  }
}

extension SharedReader: ReadOnlyWrapper {}

extension Shared: CountedStorage {
  package static var storedTypes: [Any.Type] { [Value.self] }
}

extension SharedReader: CountedStorage {
  package static var storedTypes: [Any.Type] { [Value.self] }
}
