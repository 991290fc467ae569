import DependencyInjection
import RecordCoding
import RecordedValues
import TestSupport
import Testing

@Suite("Values from untrusted bytes")
struct RecordedValueBoundsTests {
  @Test("Decoding random bytes results in a value or an error", arguments: 0..<100)
  func randomBytes(seed: UInt64) throws {
    var random = RandomSchema(seed: seed)
    for _ in 0..<40 {
      let bytes = (0..<random.generator.below(40)).map { _ in
        UInt8(truncatingIfNeeded: random.generator.pick([0, 1, 2, random.generator.next()]))
      }
      var decoder = RecordDecoder(bytes)
      guard let value = try? decoder.decodeValue(of: .named(0), in: random.schema) else { continue }
      // A successfully decoded value is canonical: it is encoded as the same bytes.
      var encoder = RecordEncoder()
      encoder.encode(value, as: .named(0), in: random.schema)
      #expect(encoder.bytes == Array(bytes.prefix(decoder.position)))
    }
  }

  @Test("Applying random changes succeeds or throws", arguments: 0..<100)
  func randomChanges(seed: UInt64) throws {
    var random = RandomSchema(seed: seed)
    for _ in 0..<40 {
      var value = try random.value(of: .named(0))
      let bytes = (0..<random.generator.below(30)).map { _ in
        UInt8(truncatingIfNeeded: random.generator.pick([0, 1, 2, 3, random.generator.next()]))
      }
      var decoder = RecordDecoder(bytes)
      _ = try? value.apply(change: &decoder, as: .named(0), in: random.schema)
      var encoder = RecordEncoder()
      encoder.encode(value, as: .named(0), in: random.schema)
      #expect(encoder.failure == nil, "the value must remain valid, whatever is applied to it")
    }
  }

  @Test("Decoding damaged or truncated bytes results in a value or an error", arguments: 0..<60)
  func mutatedBytes(seed: UInt64) throws {
    var random = RandomSchema(seed: seed)
    var encoder = RecordEncoder()
    encoder.encode(try random.value(of: .named(0)), as: .named(0), in: random.schema)
    for index in encoder.bytes.indices {
      var prefix = RecordDecoder(Array(encoder.bytes[..<index]))
      #expect(throws: RecordDecodingError.self) {
        try prefix.decodeValue(of: .named(0), in: random.schema)
      }
      for mask: UInt8 in [0x01, 0x80, 0xFF] {
        var bytes = encoder.bytes
        bytes[index] ^= mask
        var decoder = RecordDecoder(bytes)
        _ = try? decoder.decodeValue(of: .named(0), in: random.schema)
        #expect(decoder.position <= bytes.count)
      }
    }
  }

  @Test("Decoding a recursive structure ends at the maximum depth")
  func selfContained() {
    let schema = Schema(types: [
      TypeDefinition(name: "App.Loop", kind: .structure([RecordField("loop", .named(0))]))
    ])
    var decoder = RecordDecoder([0, 0])
    #expect(throws: RecordDecodingError.tooDeep(limit: RecordEncoder.maximumDepth, offset: 0)) {
      try decoder.decodeValue(of: .named(0), in: schema)
    }
  }

  @Test("The memory of a long chain of structures is not much larger than its bytes")
  func amplification() {
    let chain = (0..<400).map { index in
      TypeDefinition(
        name: "App.Link\(index)", kind: .structure([RecordField("next", .named(index + 1))]))
    }
    let schema = Schema(
      types: chain + [TypeDefinition(name: "App.End", kind: .structure([]))])
    var encoder = RecordEncoder()
    encoder.append(counted: [UInt8](repeating: 0, count: 1000))
    var decoder = RecordDecoder(encoder.bytes)
    #expect(throws: RecordDecodingError.self) {
      try decoder.decodeValue(of: .array(.named(0)), in: schema)
    }
  }

  @Test("A count that exceeds the bytes is rejected before memory is allocated")
  func hugeCount() {
    var encoder = RecordEncoder()
    encoder.append(varint: UInt64.max)
    var decoder = RecordDecoder(encoder.bytes)
    #expect(
      throws: RecordDecodingError.countExceedsInput(count: .max, remaining: 0, offset: 0)
    ) {
      try decoder.decodeValue(of: .array(.bool), in: Schema())
    }
  }

  @Test("A reference outside of the table of types is an error")
  func unknownType() {
    var decoder = RecordDecoder([0])
    #expect(
      throws: RecordDecodingError.invalidValue(
        type: "type 3", description: "the schema has 0 types", offset: 0)
    ) {
      try decoder.decodeValue(of: .named(3), in: Schema())
    }
  }

  @Test(
    "Decoding rejects sets and dictionaries with duplicated or unordered keys",
    arguments: [[2, 2, 4], [2, 4, 4]] as [[UInt8]])
  func order(bytes: [UInt8]) throws {
    var decoder = RecordDecoder(bytes)
    let isOrdered = bytes[1] < bytes[2]
    if isOrdered {
      #expect(
        try decoder.decodeValue(of: .set(.signed(bits: 8)), in: Schema())
          == .sequence([.signed(1), .signed(2)]))
    } else {
      #expect(throws: RecordDecodingError.self) {
        try decoder.decodeValue(of: .set(.signed(bits: 8)), in: Schema())
      }
    }
    var pairs = RecordDecoder([2, bytes[2], 0, bytes[1], 0])
    #expect(throws: RecordDecodingError.self) {
      try pairs.decodeValue(of: .dictionary(key: .signed(bits: 8), value: .bool), in: Schema())
    }
  }
}
