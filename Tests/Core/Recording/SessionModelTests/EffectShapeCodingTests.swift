import RecordCoding
import SessionModel
import Testing

struct EffectShapeCodingTests {
  private static let timer = EffectIdentity("timer", type: "App.CancelID")

  @Test(
    "an effect is read back unchanged",
    arguments: [
      .none, .run, .send(), .send(.bytes([1, 2])), .send(.name("alerts.post")),
      .cancel(id: EffectIdentity("search")), .cancel(id: timer),
      .merge([.run, .concatenate([.send(), .none])]),
      .cancellable(.run, id: timer, cancelInFlight: true),
    ] as [EffectShape])
  func roundTrip(shape: EffectShape) throws {
    var encoder = RecordEncoder()
    shape.record(into: &encoder)
    var decoder = RecordDecoder(encoder.bytes)
    var left = EffectShape.maxInChunk
    let read = try EffectShape(recorded: &decoder, left: &left)
    #expect(read == shape)
    #expect(decoder.isAtEnd)
  }

  @Test("an effect with more parts than a chunk may have is refused")
  func tooMany() {
    var encoder = RecordEncoder()
    EffectShape.merge([.run, .run]).record(into: &encoder)
    var decoder = RecordDecoder(encoder.bytes)
    var left = 2
    #expect(throws: RecordDecodingError.self) {
      try EffectShape(recorded: &decoder, left: &left)
    }
  }
}
