import DependencyInjection
import Foundation
import IdentifiedArrays
import RecordCoding
import TestSupport
import Testing

@Suite("What @Recordable writes")
struct RecordableMacroTests {
  @Test("A structure keeps every stored property, whatever it is called")
  func structure() throws {
    let value = Shapes(number: 42)
    #expect(try read(Shapes.self, from: recorded(value)) == value)
    var other = value
    other.q = "other"
    other.observed = nil
    other.implicit = nil
    other.twice = 7
    other.schema = 0
    #expect(try read(Shapes.self, from: recorded(other)) == other)
    try expectExact(among: [value, other, Shapes(number: -1)])
  }

  @Test("Reading a structure does not run its observers")
  func observers() throws {
    var value = Shapes(number: 1)
    value.b = 100
    #expect(try read(Shapes.self, from: recorded(value)).b == 100)
  }

  @Test("A structure without properties takes one byte and never changes")
  func empty() throws {
    try expectExact(among: [Hollow(), Hollow()])
    #expect(throws: RecordDecodingError.invalidTag(1, limit: 1, offset: 0)) {
      try read(Hollow.self, from: [1])
    }
  }

  @Test("Changes between all shapes of payloads are exact")
  func enumeration() throws {
    try expectExact(among: Payloads.samples)
  }

  @Test("Every shape of payload is read as it was written", arguments: Payloads.samples.indices)
  func payloads(index: Int) throws {
    let value = Payloads.samples[index]
    let read = try read(Payloads.self, from: recorded(value))
    #expect("\(read)" == "\(value)")
  }

  @Test("A case beyond the last is refused")
  func unknownCase() {
    #expect(throws: RecordDecodingError.invalidTag(16, limit: 16, offset: 0)) {
      try read(Payloads.self, from: [16])
    }
    #expect(throws: RecordDecodingError.invalidTag(1, limit: 1, offset: 0)) {
      try read(Only.self, from: [1])
    }
  }

  @Test("An enumeration of one case takes its index, and changes only in its payload")
  func singleCases() throws {
    #expect(recorded(Only.only) == [0])
    try expectExact(among: [Only.only])
    try expectExact(among: [Single.only(1), .only(2)])
  }

  @Test("Generic and nested types are exact")
  func generics() throws {
    try expectExact(among: [
      Pair(first: 1, second: ["a"]), Pair(first: 1, second: []), Pair(first: 2, second: ["b"]),
    ])
    try expectExact(among: [Either<Int, String>.left(1), .left(2), .right("a"), .neither])
    try expectExact(among: [
      Outer<Int>.Inner(value: 1), Outer<Int>.Inner(value: 1, unrelated: .titled("a")),
      Outer<Int>.Inner(value: 2, unrelated: .titled("b")),
    ])
    try expectExact(among: [Outer<Bool>.Choice.value(true), .value(false)])
  }

  @Test("Each of nine fields has the bit of its place", arguments: 0..<9)
  func masks(place: Int) throws {
    let fields: [WritableKeyPath<Wide, Int>] = [
      \.a, \.b, \.c, \.d, \.e, \.f, \.g, \.h, \.i,
    ]
    var new = Wide()
    new[keyPath: fields[place]] = 1
    let mask = 1 << place
    #expect(recordedChange(from: Wide(), to: new) == [UInt8(mask & 0xFF), UInt8(mask >> 8), 2])
    try expectExact(from: Wide(), to: new)
  }

  @Test("A random session of changes to a whole state is exact", arguments: 0..<12)
  func session(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var state = Everything()
    for _ in 0..<30 {
      let old = state
      for _ in 0..<generator.below(4) { state.mutate(using: &generator) }
      try expectExact(from: old, to: state)
    }
    try expectWhole(state)
  }

  @Test("Whatever byte of a state is broken, it is read or refused", arguments: 0..<4)
  func brokenBytes(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var state = Everything()
    for _ in 0..<40 { state.mutate(using: &generator) }
    let bytes = recorded(state)
    for index in bytes.indices {
      var broken = bytes
      broken[index] = UInt8(
        truncatingIfNeeded: generator.pick([0, 1, 0x7F, 0xFF, generator.next()]))
      var decoder = RecordDecoder(broken)
      guard let value = try? decoder.decode(Everything.self) else { continue }
      // What is read is canonical: it is written as the bytes that were read.
      #expect(recorded(value) == decoder.bytes(from: 0))
    }
  }
}

extension Everything {
  fileprivate mutating func mutate(using generator: inout SeededGenerator) {
    let number = generator.below(50)
    let row = Entry(
      id: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(number))),
      kind: generator.pick([.plain, .titled("\(number)")]))
    switch generator.below(13) {
    case 0: count += number - 25
    case 1: ratio = generator.pick([.nan, 0, -0.0, Double(number)])
    case 2: title += generator.pick(["é", "e\u{301}", "x"])
    case 3: rows.updateOrAppend(row)
    case 4: rows.remove(id: row.id)
    case 5: tags.formSymmetricDifference(["\(number % 7)"])
    case 6: index["\(number % 7)"] = generator.pick([nil, [], [nil], [number]])
    case 7: selection = generator.pick([nil, row.kind])
    case 8: outcome = generator.pick([.success(number), .failure(.late), .failure(.early)])
    case 9: history.append(generator.pick(Payloads.samples))
    case 10 where !history.isEmpty: history[number % history.count] = .tree(history[0], .none)
    case 11: delay += .milliseconds(number * 10 - 250)
    default: blob = generator.pick([blob.dropFirst(), blob + [UInt8(number)]])
    }
  }
}
