import RecordCoding
import RecordedValues
import Testing

@Suite("Numbers and Booleans")
struct NumberTests {
  private func check<Integer: FixedWidthInteger & Recordable>(_ type: Integer.Type) throws {
    try expectExact(among: [.min, .min + 1, 0, 1, 63, 64, .max - 1, .max] as [Integer])
  }

  @Test("Every change between the extremes of an integer type is exact")
  func extremes() throws {
    try check(Int.self)
    try check(Int8.self)
    try check(Int16.self)
    try check(Int32.self)
    try check(Int64.self)
    try check(UInt.self)
    try check(UInt8.self)
    try check(UInt16.self)
    try check(UInt32.self)
    try check(UInt64.self)
  }

  @Test("All changes between 8-bit integers are exact")
  func eightBits() throws {
    for old in stride(from: Int8.min, through: .max, by: 5) {
      for new in Int8.min...Int8.max {
        let change = recordedChange(from: old, to: new)
        #expect((change == nil) == (old == new))
        guard let change else { continue }
        var value = RecordedValue.signed(Int64(old))
        var decoder = RecordDecoder(change)
        try value.apply(change: &decoder, as: .signed(bits: 8), in: Schema())
        #expect(value == .signed(Int64(new)))
      }
    }
  }

  @Test("Decoding rejects an integer that exceeds its width")
  func width() {
    #expect(throws: RecordDecodingError.integerOutOfRange(type: "Int8", offset: 0)) {
      try read(Int8.self, from: recorded(128))
    }
    #expect(throws: RecordDecodingError.integerOutOfRange(type: "Int8", offset: 0)) {
      try read(Int8.self, from: recorded(-129))
    }
    #expect(throws: RecordDecodingError.integerOutOfRange(type: "UInt16", offset: 0)) {
      try read(UInt16.self, from: recorded(65536 as UInt))
    }
  }

  @Test("Decoding accepts only 0 and 1 as a Boolean")
  func bool() {
    #expect(throws: RecordDecodingError.invalidTag(2, limit: 2, offset: 0)) {
      try read(Bool.self, from: [2])
    }
  }

  @Test(
    "Floating-point numbers preserve every bit, including signed zeros, infinities and NaN payloads"
  )
  func floatingPoint() throws {
    let bits: [UInt64] = [
      0, 1 << 63, Double.infinity.bitPattern, Double.nan.bitPattern, Double.nan.bitPattern | 7,
      Double.signalingNaN.bitPattern, 1, Double.pi.bitPattern,
    ]
    try expectExact(among: bits.map(Double.init(bitPattern:)))
    for bits in bits {
      let value = try read(Double.self, from: recorded(Double(bitPattern: bits)))
      #expect(value.bitPattern == bits)
    }
    let halves: [UInt32] = [0, 1 << 31, Float.nan.bitPattern, Float.nan.bitPattern | 7, 1]
    try expectExact(among: halves.map(Float.init(bitPattern:)))
  }

  @Test("A NaN equals itself, and 0 differs from -0")
  func equality() {
    #expect(recordedChange(from: Double.nan, to: .nan) == nil)
    #expect(recordedChange(from: 0.0, to: -0.0) != nil)
    #expect(recordedChange(from: Float.nan, to: .nan) == nil)
    #expect(recordedChange(from: 0.0 as Float, to: -0.0) != nil)
  }
}
