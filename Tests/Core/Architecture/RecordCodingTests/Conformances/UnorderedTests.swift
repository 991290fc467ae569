import DependencyInjection
import Foundation
import RecordCoding
import TestSupport
import Testing

/// A value that does not record one of its parts.
private struct Lossy: Hashable, Recordable {
  var shown: Int
  var hidden = 0

  static func describe(in schema: SchemaBuilder) -> TypeReference { .signed(bits: 64) }

  func record(into encoder: inout RecordEncoder) { encoder.encode(shown) }

  init(shown: Int, hidden: Int) {
    self.shown = shown
    self.hidden = hidden
  }

  init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    self.init(shown: try decoder.decode(), hidden: 0)
  }

  func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    encoder.encodeChange(from: old.shown, to: shown)
  }
}

@Suite("Sets and dictionaries")
struct UnorderedTests {
  private static let composed = "\u{E9}"
  private static let decomposed = "e\u{301}"

  @Test("The bytes do not depend on the hash order")
  func order() {
    let numbers = Array(0..<100)
    #expect(recorded(Set(numbers)) == recorded(Set(numbers.reversed())))
    let pairs = numbers.map { ("\($0)", $0) }
    let one = Dictionary(uniqueKeysWithValues: pairs)
    var other: [String: Int] = [:]
    other.reserveCapacity(1000)
    for (key, value) in pairs.reversed() { other[key] = value }
    #expect(recorded(one) == recorded(other))
    #expect(recordedChange(from: one, to: other) == nil)
    #expect(recordedChange(from: Set(one.keys), to: Set(other.keys)) == nil)
  }

  @Test("Sets are exact, even if equal elements have different bytes")
  func sets() throws {
    try expectExact(
      among: [
        [], ["a"], ["a", "b"], ["b", "c", "aa"], [Self.composed], [Self.decomposed],
        [Self.decomposed, "a"],
      ] as [Set<String>])
    try expectExact(among: [[], [0], [-0.0], [.nan], [.nan, 1], [1, -0.0]] as [Set<Double>])
    try expectExact(among: [[], [[]], [[1]], [[1], []], [[1, 2], [2]]] as [Set<Set<Int>>])
  }

  @Test("Dictionaries are exact, even if equal keys have different bytes")
  func dictionaries() throws {
    try expectExact(among: [
      [:], ["a": 1], ["a": 2], ["a": 1, "b": 1], ["b": 3, "c": 1, "aa": 1],
      [Self.composed: 1], [Self.decomposed: 1], [Self.decomposed: 2, "a": 1],
    ])
    try expectExact(
      among: [[:], [0: 1], [-0.0: 1], [.nan: 1], [.nan: 2, 1: 1]] as [[Double: Int]])
    try expectExact(among: [[:], [1: nil], [1: 1], [1: nil, 2: nil], [2: 1]] as [[Int: Int?]])
    try expectExact(among: [[:], ["a": [:]], ["a": ["b": 1]], ["a": ["b": 2]], ["c": [:]]])
  }

  @Test("A value that does not equal itself is unchanged if its bytes are the same")
  func notEqualToItself() {
    #expect(recordedChange(from: [Double.nan] as Set, to: [.nan]) == nil)
    #expect(recordedChange(from: [Double.nan: 1], to: [.nan: 1]) == nil)
    #expect(
      recordedChange(from: [Double.nan: 1], to: [.nan: 2]).map(hex)
        == "00 00 01 00 00 00 00 00 00 F8 7F 02")
  }

  @Test("Recording elements with the same bytes fails")
  func sameBytes() {
    let set: Set = [Lossy(shown: 1, hidden: 1), Lossy(shown: 1, hidden: 2)]
    let failure = RecordEncodingError.notEncodable(
      type: "Swift.Set<RecordCodingTests.Lossy>",
      description: "two elements are recorded as the same bytes")
    var encoder = RecordEncoder()
    encoder.encode(set)
    #expect(encoder.failure == failure)
    encoder.reset()
    _ = encoder.encodeChange(from: [], to: set)
    #expect(encoder.failure == failure)
    encoder.reset()
    encoder.encode(Dictionary(uniqueKeysWithValues: set.map { ($0, 1) }))
    #expect(encoder.failure != nil)
    // The change inserts a second NaN. The first one is not part of the change.
    encoder.reset()
    var numbers: Set = [Double.nan]
    numbers.insert(.nan)
    _ = encoder.encodeChange(from: [.nan], to: numbers)
    #expect(encoder.failure != nil)
    encoder.reset()
    var values = [Double.nan: 1]
    values[.nan] = 1
    _ = encoder.encodeChange(from: [.nan: 1], to: values)
    #expect(encoder.failure != nil)
  }

  @Test("Decoding rejects an element that is duplicated or out of order")
  func invalidSets() {
    for bytes: [UInt8] in [[2, 2, 2], [2, 4, 2]] {
      #expect(
        throws: RecordDecodingError.invalidValue(
          type: "Set", description: "an element is duplicated or out of order", offset: 2)
      ) { try read(Set<Int>.self, from: bytes) }
    }
    let equal = [2] + recorded(Self.composed) + recorded(Self.decomposed)
    #expect(throws: RecordDecodingError.self) { try read(Set<String>.self, from: equal) }
  }

  @Test("Decoding rejects a key that is duplicated or out of order")
  func invalidDictionaries() {
    for bytes: [UInt8] in [[2, 2, 1, 2, 0], [2, 4, 1, 2, 0]] {
      #expect(
        throws: RecordDecodingError.invalidValue(
          type: "Dictionary", description: "an element is duplicated or out of order",
          offset: 3)
      ) { try read([Int: Bool].self, from: bytes) }
    }
    let equal = [2] + recorded(Self.composed) + [0] + recorded(Self.decomposed) + [0]
    #expect(throws: RecordDecodingError.self) { try read([String: Bool].self, from: equal) }
  }

  @Test("Random changes are exact", arguments: 0..<8)
  func random(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var set: Set<Int> = []
    var dictionary: [String: [Int]] = [:]
    for _ in 0..<30 {
      let (oldSet, oldDictionary) = (set, dictionary)
      for _ in 0..<generator.below(8) {
        let number = generator.below(200) - 100
        if set.remove(number) == nil { set.insert(number) }
        let key = "\(generator.below(30))"
        dictionary[key] = generator.pick([nil, [], [number], (dictionary[key] ?? []) + [1]])
      }
      try expectExact(from: oldSet, to: set)
      try expectExact(from: oldDictionary, to: dictionary)
    }
  }
}
