import RecordCoding
import Testing

@Suite("Primitives of encoding and decoding")
struct PrimitiveTests {
  @Test(
    "Decoding reads an integer in its shortest form",
    arguments: [
      (0, "00"), (1, "01"), (127, "7F"), (128, "80 01"), (16383, "FF 7F"), (16384, "80 80 01"),
      (UInt64.max, "FF FF FF FF FF FF FF FF FF 01"),
    ] as [(UInt64, String)])
  func varints(value: UInt64, bytes: String) throws {
    var encoder = RecordEncoder()
    encoder.append(varint: value)
    #expect(hex(encoder.bytes) == bytes)
    var decoder = RecordDecoder(encoder.bytes)
    #expect(try decoder.varint(UInt64.self) == value)
    #expect(decoder.isAtEnd)
  }

  @Test(
    "Decoding rejects an integer in a longer form",
    arguments: [[0x80, 0], [0x81, 0], [0xFF, 0x80, 0]] as [[UInt8]])
  func overlong(bytes: [UInt8]) {
    var decoder = RecordDecoder([9] + bytes, from: 1)
    #expect(throws: RecordDecodingError.overlongInteger(offset: 1)) {
      try decoder.varint(UInt64.self)
    }
  }

  @Test("Decoding rejects an integer that does not fit its type")
  func range() throws {
    var largest = RecordDecoder([0xFF, 0x01])
    #expect(try largest.varint(UInt8.self) == 255)
    for bytes: [UInt8] in [[0x80, 0x02], [0xFF, 0x7F], [0x80, 0x80, 0x01]] {
      var decoder = RecordDecoder(bytes)
      #expect(throws: RecordDecodingError.integerOutOfRange(type: "UInt8", offset: 0)) {
        try decoder.varint(UInt8.self)
      }
    }
    for last: UInt8 in [0x02, 0x81] {
      var decoder = RecordDecoder([UInt8](repeating: 0xFF, count: 9) + [last, 0x01])
      #expect(throws: RecordDecodingError.integerOutOfRange(type: "UInt64", offset: 0)) {
        try decoder.varint(UInt64.self)
      }
    }
  }

  @Test(
    "A small integer of either sign takes one byte",
    arguments: [
      (0, "00"), (-1, "01"), (1, "02"), (-64, "7F"), (64, "80 01"),
      (.max, "FE FF FF FF FF FF FF FF FF 01"), (.min, "FF FF FF FF FF FF FF FF FF 01"),
    ] as [(Int64, String)])
  func zigzag(value: Int64, bytes: String) throws {
    var encoder = RecordEncoder()
    encoder.append(zigzag: value)
    #expect(hex(encoder.bytes) == bytes)
    var decoder = RecordDecoder(encoder.bytes)
    #expect(try decoder.zigzag() == value)
  }

  @Test("A fixed-width integer is written with its lowest byte first")
  func fixed() throws {
    var encoder = RecordEncoder()
    encoder.append(fixed: 0x0102_0304 as UInt32)
    encoder.append(fixed: -2 as Int16)
    #expect(hex(encoder.bytes) == "04 03 02 01 FE FF")
    var decoder = RecordDecoder(encoder.bytes)
    #expect(try decoder.fixed(UInt32.self) == 0x0102_0304)
    #expect(try decoder.fixed(Int16.self) == -2)
    #expect(throws: RecordDecodingError.truncated(offset: 6)) { try decoder.fixed(Int16.self) }
  }

  @Test("Decoding rejects a count that exceeds the remaining bytes")
  func counts() throws {
    var exact = RecordDecoder([2, 0, 0])
    #expect(try exact.count() == 2)
    var decoder = RecordDecoder([3, 0, 0])
    #expect(
      throws: RecordDecodingError.countExceedsInput(count: 3, remaining: 2, offset: 0)
    ) { try decoder.count() }
    var huge = RecordDecoder([UInt8](repeating: 0xFF, count: 9) + [1])
    #expect(
      throws: RecordDecodingError.countExceedsInput(count: .max, remaining: 0, offset: 0)
    ) { try huge.counted() }
  }

  @Test(
    "Decoding rejects short and long text that is not UTF-8",
    arguments: [
      [0xFF], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x61, 0x80],
    ] as [[UInt8]], [0, 100])
  func text(bytes: [UInt8], precedingCount: Int) {
    let bytes = [UInt8](repeating: 0x61, count: precedingCount) + bytes
    var decoder = RecordDecoder([UInt8(bytes.count)] + bytes)
    #expect(throws: RecordDecodingError.invalidText(offset: 0)) { try decoder.text() }
  }

  @Test("Decoding rejects a tag beyond the last alternative")
  func tags() throws {
    var last = RecordDecoder([2])
    #expect(try last.tag(below: 3) == 2)
    var decoder = RecordDecoder([3])
    #expect(throws: RecordDecodingError.invalidTag(3, limit: 3, offset: 0)) {
      try decoder.tag(below: 3)
    }
    var unit = RecordDecoder([1])
    #expect(throws: RecordDecodingError.invalidTag(1, limit: 1, offset: 0)) { try unit.unit() }
  }

  @Test("skip skips only the expected bytes")
  func skipping() throws {
    var decoder = RecordDecoder([1, 2, 3])
    let others = [decoder.skip([1, 3]), decoder.skip([1, 2, 3, 4])]
    #expect(others == [false, false])
    #expect(decoder.position == 0)
    let expected = decoder.skip([1, 2])
    #expect(expected)
    #expect(decoder.bytes(from: 0) == [1, 2])
    #expect(try decoder.byte() == 3)
    #expect(throws: RecordDecodingError.truncated(offset: 3)) { try decoder.byte() }
  }

  @Test("A structure or payload without fields has no change")
  func noFields() {
    var encoder = RecordEncoder()
    let product = encoder.openProduct(fieldCount: 0)
    let hasProduct = encoder.close(product)
    let payload = encoder.openPayload(fieldCount: 0)
    let hasPayload = encoder.close(payload)
    #expect(!hasProduct && !hasPayload)
    #expect(encoder.bytes.isEmpty)
  }

  @Test("reset removes the bytes and the failure")
  func reset() {
    var encoder = RecordEncoder()
    encoder.encode(1)
    encoder.fail(.tooDeep(type: "A", limit: 1))
    encoder.fail(.tooDeep(type: "B", limit: 2))
    #expect(encoder.failure == .tooDeep(type: "A", limit: 1))
    encoder.reset()
    #expect(encoder.bytes == [])
    #expect(encoder.failure == nil)
  }

  @Test("Written bytes can be removed and replaced")
  func rewinding() {
    var encoder = RecordEncoder()
    encoder.append(contentsOf: [1, 2, 3, 4])
    encoder.removeLast()
    encoder.rewind(to: 2)
    encoder.replaceByte(at: 0, with: 9)
    encoder.appendUnit()
    #expect(encoder.bytes == [9, 2, 0])
  }
}
