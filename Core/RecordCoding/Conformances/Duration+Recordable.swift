extension Duration: Recordable {
  /// Describes the type as its whole seconds and the attoseconds beyond them.
  public static func describe(in schema: SchemaBuilder) -> TypeReference {
    .tuple([
      RecordField("seconds", .signed(bits: 64)), RecordField("attoseconds", .signed(bits: 64)),
    ])
  }

  /// Writes seconds and attoseconds.
  public func record(into encoder: inout RecordEncoder) {
    encoder.encode(components.seconds)
    encoder.encode(components.attoseconds)
  }

  /// Reads seconds and attoseconds.
  public init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    let seconds: Int64 = try decoder.decode()
    let start = decoder.position
    let attoseconds: Int64 = try decoder.decode()
    let second: Int64 = 1_000_000_000_000_000_000
    guard -second < attoseconds, attoseconds < second else {
      throw .invalidValue(
        type: "Duration", description: "\(attoseconds) attoseconds are a second or more",
        offset: start)
    }
    self.init(secondsComponent: seconds, attosecondsComponent: attoseconds)
  }

  /// Writes the differences of seconds and of attoseconds.
  public func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    let product = encoder.openProduct(fieldCount: 2)
    encoder.field(0, of: product, from: old.components.seconds, to: components.seconds)
    encoder.field(1, of: product, from: old.components.attoseconds, to: components.attoseconds)
    return encoder.close(product)
  }
}
