import RecordCoding
import Testing

@Suite("Keys masked before their secrets are known")
struct MaskedKeysTests {
  @Test("Recording keys of the same length succeeds, although their masks are equal")
  func sameLength() {
    var encoder = RecordEncoder()
    encoder.masksText = true
    encoder.encode(["a": 1, "b": 2, "long": 3])
    encoder.encode(["a", "b", "long"] as Set)
    #expect(encoder.failure == nil)
    var decoder = RecordDecoder(encoder.bytes)
    let pairs = try? decoder.decode([String: Int].self)
    let elements = try? decoder.decode(Set<String>.self)
    #expect(pairs?.count == 2)
    #expect(elements?.count == 2)
    #expect(decoder.isAtEnd)
  }
}
