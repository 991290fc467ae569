import RecordCoding
import Testing

@Suite("Texts that are veiled until it is known which are secrets")
struct VeiledKeysTests {
  @Test("Keys of the same length are no failure, although their masks are the same")
  func sameLength() {
    var encoder = RecordEncoder()
    encoder.veilsText = true
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
