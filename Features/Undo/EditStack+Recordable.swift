public import ComposableArchitecture

// Only how many edits there are is recorded at each step: what they are follows from the steps before,
// and would take more of a log than all the rest. The history adds them to keyframes.
extension EditStack: Recordable {
  @usableFromInline
  static func describe(in schema: SchemaBuilder) -> TypeReference { Int.describe(in: schema) }

  @inlinable
  func record(into encoder: inout RecordEncoder) { count.record(into: &encoder) }

  @usableFromInline
  init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    let start = decoder.position
    let count: Int = try decoder.decode()
    guard count >= 0 else {
      throw .invalidValue(type: "EditStack", description: "\(count) edits", offset: start)
    }
    self.init()
    self.count = count
  }

  @inlinable
  func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    count.recordChange(from: old.count, into: &encoder)
  }
}
