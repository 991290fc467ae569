import DependencyInjection
import IdentifiedArrays
import RecordCoding
import Platform
import TestSupport
import Testing

/// The number of times that rows were asked for their changes.
private final class Comparisons: Sendable {
  private let value = Mutex(0)

  var count: Int { value.withLock { $0 } }

  func note() { value.withLock { $0 += 1 } }
}

private struct CountedRow: Identifiable, Recordable {
  var id: Int
  var value = 0
  var comparisons: Comparisons

  init(id: Int, comparisons: Comparisons) {
    self.id = id
    self.comparisons = comparisons
  }

  static func describe(in schema: SchemaBuilder) -> TypeReference {
    .tuple([RecordField("id", .signed(bits: 64)), RecordField("value", .signed(bits: 64))])
  }

  func record(into encoder: inout RecordEncoder) {
    encoder.encode(id)
    encoder.encode(value)
  }

  init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    self.init(id: try decoder.decode(), comparisons: Comparisons())
    value = try decoder.decode()
  }

  func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    comparisons.note()
    let product = encoder.openProduct(fieldCount: 2)
    encoder.field(0, of: product, from: old.id, to: id)
    encoder.field(1, of: product, from: old.value, to: value)
    return encoder.close(product)
  }
}

@Suite("Arrays and identified arrays")
struct SequenceTests {
  private func rows(
    _ count: Int, _ comparisons: Comparisons = Comparisons()
  ) -> IdentifiedArrayOf<CountedRow> {
    IdentifiedArray(
      uniqueElements: (0..<count).map { CountedRow(id: $0, comparisons: comparisons) })
  }

  private func items(_ count: Int) -> IdentifiedArrayOf<Item> {
    IdentifiedArray(uniqueElements: (0..<count).map { Item(id: $0, name: "\($0 % 3)") })
  }

  @Test("A change of one row among ten thousand compares only its chunk")
  func oneOfMany() throws {
    let comparisons = Comparisons()
    let old = rows(10_000, comparisons)
    var new = old
    new[5_000].value = 1
    #expect(recordedChange(from: old, to: new) == [0, 1, 0x88, 0x27, 0b10, 2])
    #expect(comparisons.count == 64)
  }

  @Test("Identified arrays that share all storage are not compared")
  func sharedRows() {
    let comparisons = Comparisons()
    let rows = rows(1_000, comparisons)
    #expect(recordedChange(from: rows, to: rows) == nil)
    #expect(comparisons.count == 0)
  }

  @Test("An appended row is found without comparing shared chunks")
  func addedRow() {
    let comparisons = Comparisons()
    let old = rows(10_000, comparisons)
    var new = old
    new.append(CountedRow(id: 10_000, comparisons: comparisons))
    #expect(
      recordedChange(from: old, to: new)
        == [1, 0x90, 0x4E, 0, 1] + recorded(10_000) + recorded(0))
    // The last chunk contains 16 rows.
    #expect(comparisons.count == 16)
  }

  @Test("Arrays with the same storage are not compared")
  func sharedArray() {
    let comparisons = Comparisons()
    let array = rows(10, comparisons).elements
    #expect(recordedChange(from: array, to: array) == nil)
    #expect(comparisons.count == 0)
    #expect(recordedChange(from: array, to: array.map(\.self)) == nil)
    #expect(comparisons.count == 10)
  }

  @Test("Changes near chunk boundaries are exact", arguments: [1, 63, 64, 65, 127, 128, 129])
  func chunks(count: Int) throws {
    let old = items(count)
    for position in Set([0, count / 2, 62, 63, 64, 65, count - 1]).filter({ $0 < count }).sorted() {
      var changed = old
      changed[position].name = "new"
      try expectExact(from: old, to: changed)
      var shorter = old
      shorter.remove(at: position)
      try expectExact(from: old, to: shorter)
      try expectExact(from: shorter, to: old)
      try expectExact(from: changed, to: shorter)
    }
    var replaced = old
    replaced.remove(at: 0)
    replaced.append(Item(id: -1, name: "last"))
    try expectExact(from: old, to: replaced)
    try expectExact(from: old, to: IdentifiedArray(uniqueElements: old.reversed()))
    try expectExact(from: old, to: [])
    try expectExact(from: [], to: old)
    try expectWhole(old)
  }

  @Test("Two-byte counts of changed elements are exact", arguments: [127, 128, 300])
  func manyChanges(count: Int) throws {
    let old = Array(repeating: [1, 2], count: count)
    let change = try #require(recordedChange(from: old, to: old.map { $0.map { $0 + 1 } }))
    var counted = RecordEncoder()
    counted.append(count: count)
    #expect(change.starts(with: [0] + counted.bytes + [0, 0, 2]))
    try expectExact(from: old, to: old.map { $0.map { $0 + 1 } })
  }

  @Test("Two-byte counts within a change with a two-byte count are exact")
  func manyChangesOfMany() throws {
    let old = Array(repeating: Array(repeating: 1, count: 128), count: 128)
    try expectExact(from: old, to: old.map { $0.map { $0 + 1 } })
  }

  @Test("Changes of empty, repeating, longer and shorter arrays are exact")
  func arrays() throws {
    var reserved: [Int] = []
    reserved.reserveCapacity(10)
    try expectExact(among: [
      [], reserved, [1], [1, 1], [1, 1, 1], [1, 2, 1], [2, 1, 2, 1], [1, 2, 3, 1], [3],
    ])
    try expectExact(among: [[], [nil], [nil, nil], [.nan], [.nan, 0.0], [-0.0]] as [[Double?]])
    try expectExact(among: [[], [[]], [[], []], [[1]], [[1], []], [["a"].count, 2].map { [$0] }])
    try expectExact(among: [[], [Hollow()], [Hollow(), Hollow()]])
  }

  @Test("Random changes of arrays are exact", arguments: 0..<20)
  func random(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var old: [Int] = []
    for _ in 0..<40 {
      var new = old
      let start = generator.below(new.count + 1)
      let end = start + generator.below(min(3, new.count - start + 1))
      new.replaceSubrange(
        start..<end, with: (0..<generator.below(4)).map { _ in generator.below(3) })
      if !new.isEmpty { new[generator.below(new.count)] = generator.below(3) }
      try expectExact(from: old, to: new)
      old = new
    }
  }

  @Test("Decoding rejects two elements with the same identity")
  func identities() {
    #expect(
      throws: RecordDecodingError.invalidValue(
        type: "IdentifiedArray", description: "two elements have the same identity", offset: 3)
    ) {
      try read(IdentifiedArrayOf<Item>.self, from: [2, 2, 0, 2, 0])
    }
  }

  @Test("Decoding rejects more elements than bytes before it allocates memory")
  func hugeCounts() {
    let count = [UInt8](repeating: 0xFF, count: 9) + [1]
    let error = RecordDecodingError.countExceedsInput(count: .max, remaining: 0, offset: 0)
    #expect(throws: error) { try read([Int].self, from: count) }
    #expect(throws: error) { try read(IdentifiedArrayOf<Item>.self, from: count) }
    #expect(throws: error) { try read(Set<Int>.self, from: count) }
    #expect(throws: error) { try read([Int: Int].self, from: count) }
  }
}
