extension Duration: Recordable {
  /// Describes the type as its whole seconds and the attoseconds beyond them.
  public static func describe(in schema: SchemaBuilder) -> TypeReference {
    .tuple([
      RecordField("seconds", .signed(bits: 64)), RecordField("attoseconds", .signed(bits: 64)),
    ])
  }

  /// Writes seconds and attoseconds.
  public func record(into encoder: inout RecordEncoder) {
    let (seconds, attoseconds) = components(reportingTo: &encoder)
    encoder.encode(seconds)
    encoder.encode(attoseconds)
  }

  /// Reads seconds and attoseconds.
  public init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    let start = decoder.position
    let seconds: Int64 = try decoder.decode()
    let attoseconds: Int64 = try decoder.decode()
    let second: Int64 = 1_000_000_000_000_000_000
    guard -second < attoseconds, attoseconds < second else {
      throw .invalidValue(
        type: "Duration", description: "\(attoseconds) attoseconds are a second or more",
        offset: start)
    }
    guard seconds.signum() * attoseconds.signum() >= 0 else {
      throw .invalidValue(
        type: "Duration",
        description: "\(seconds) seconds and \(attoseconds) attoseconds have different signs",
        offset: start)
    }
    self.init(secondsComponent: seconds, attosecondsComponent: attoseconds)
  }

  /// Writes the differences of seconds and of attoseconds.
  public func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    let old = old.components(reportingTo: &encoder)
    let new = components(reportingTo: &encoder)
    let product = encoder.openProduct(fieldCount: 2)
    encoder.field(0, of: product, from: old.seconds, to: new.seconds)
    encoder.field(1, of: product, from: old.attoseconds, to: new.attoseconds)
    return encoder.close(product)
  }

  /// Seconds and attoseconds, or zero for the durations whose seconds do not fit 64 bits.
  private func components(
    reportingTo encoder: inout RecordEncoder
  ) -> (seconds: Int64, attoseconds: Int64) {
    // Asking those for their components is a crash.
    let second = Duration.seconds(1)
    guard .seconds(Int64.min) - second < self, self < .seconds(Int64.max) + second else {
      encoder.fail(
        .notEncodable(type: "Duration", description: "its seconds do not fit 64 bits"))
      return (0, 0)
    }
    return components
  }
}
