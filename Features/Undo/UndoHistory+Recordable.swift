public import ComposableArchitecture

// Written by hand: a step holds how many edits there are, and a keyframe what they are.
extension UndoHistory: Recordable {
  /// Describes the type by how many edits there are.
  @inlinable
  public static func describe(in schema: SchemaBuilder) -> TypeReference {
    schema.supplement([Edit].self)
    return schema.structure(Self.self) { type in
      // A count's changes are those of the edits; where these are in memory makes no difference.
      type.field("past", \.past, storage: \.past.count)
      type.field("future", \.future, storage: \.future.count)
    }
  }

  /// Writes how many edits there are, and in a keyframe the edits.
  @inlinable
  public func record(into encoder: inout RecordEncoder) {
    encoder.encode(past)
    encoder.encode(future)
    encoder.encodeInKeyframe { encoder in
      encoder.encode(isOpen)
      encoder.encode(past.known)
      encoder.encode(future.known)
    }
  }

  /// Reads how many edits there are, and in a keyframe the edits.
  public init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    self.init()
    past = try decoder.decode()
    future = try decoder.decode()
    let edits = try decoder.decodeInKeyframe { decoder throws(RecordDecodingError) in
      (
        isOpen: try decoder.decode(Bool.self), past: try decoder.decode([Edit].self),
        future: try decoder.decode([Edit].self)
      )
    }
    guard let edits else { return }
    isOpen = edits.isOpen
    past.learn(edits.past)
    future.learn(edits.future)
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
