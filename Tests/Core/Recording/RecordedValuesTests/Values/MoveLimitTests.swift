import RecordCoding
import RecordedValues
import Testing

@Suite("Limit for moves within large values")
struct MoveLimitTests {
  /// Applies changes in turn until one is rejected because of the limit. Returns the number of
  /// applied changes.
  private func applications(
    of changes: [[UInt8]], to value: RecordedValue, as type: TypeReference, moving bytes: Int
  ) -> Int {
    var memory = ValueMemory(limit: .max)
    memory.limitMoves(to: bytes)
    var value = value
    var count = 0
    while count < 100_000 {
      var decoder = RecordDecoder(changes[count % changes.count])
      do throws(RecordDecodingError) {
        try value.apply(change: &decoder, as: type, in: Schema(), memory: &memory)
      } catch {
        #expect(error.isLimit)
        return count
      }
      count += 1
    }
    return count
  }

  @Test("Inserting at the front of a list moves all elements, and inserting at the end moves none")
  func lists() {
    let lamps = RecordedValue.sequence(Array(repeating: .bool(false), count: 1_000))
    let front: [[UInt8]] = [[1, 0, 0, 1, 0], [1, 0, 1, 0]]
    let count = applications(of: front, to: lamps, as: .array(.bool), moving: 1_000_000)
    #expect((10..<100).contains(count))
    // The number 1,000 as a varint.
    let end: [[UInt8]] = [[1, 0xe8, 7, 0, 1, 0], [1, 0xe8, 7, 1, 0]]
    #expect(applications(of: end, to: lamps, as: .array(.bool), moving: 1_000) == 100_000)
  }

  @Test("Changing an element in place moves no elements")
  func inPlace() {
    let lamps = RecordedValue.sequence(Array(repeating: .bool(false), count: 1_000))
    #expect(
      applications(of: [[0, 1, 0]], to: lamps, as: .array(.bool), moving: 1_000) == 100_000)
  }

  @Test("Changing a text copies all of it")
  func texts() {
    let text = RecordedValue.string(String(repeating: "a", count: 1_000))
    let end: [[UInt8]] = [[0xe8, 7, 0, 1, 0x62], [0xe8, 7, 0, 0]]
    #expect(applications(of: end, to: text, as: .string, moving: 100_000) == 99)
  }

  @Test("Inserting at the front of a set moves all members")
  func sets() {
    let numbers = (1...1_000).map { RecordedValue.unsigned(UInt64($0 + 1_000)) }
    let schema = Schema()
    func key(_ value: RecordedValue) -> [UInt8] {
      var encoder = RecordEncoder()
      encoder.encode(value, as: .unsigned(bits: 64), in: schema)
      return encoder.bytes
    }
    let ordered = numbers.sorted { key($0).lexicographicallyPrecedes(key($1)) }
    let count = applications(
      of: [[0, 1, 1], [1, 1, 0]], to: .sequence(ordered), as: .set(.unsigned(bits: 64)),
      moving: 1_000_000)
    #expect((10..<100).contains(count))
  }
}
