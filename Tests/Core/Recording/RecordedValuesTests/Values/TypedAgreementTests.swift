import DependencyInjection
import Foundation
import IdentifiedArrays
import RecordCoding
import RecordedValues
import TestSupport
import Testing

private struct Row: Recordable, Identifiable, Equatable {
  var id: Int
  var name: String
  var flag = false

  static func describe(in schema: SchemaBuilder) -> TypeReference {
    schema.structure(Self.self) { type in
      type.field("id", \.id)
      type.field("name", \.name)
      type.field("flag", \.flag)
    }
  }

  func record(into encoder: inout RecordEncoder) {
    encoder.encode(id)
    encoder.encode(name)
    encoder.encode(flag)
  }

  init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    self.init(id: try decoder.decode(), name: try decoder.decode(), flag: try decoder.decode())
  }

  init(id: Int, name: String, flag: Bool) {
    self.id = id
    self.name = name
    self.flag = flag
  }

  func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    let product = encoder.openProduct(fieldCount: 3)
    encoder.field(0, of: product, from: old.id, to: id)
    encoder.field(1, of: product, from: old.name, to: name)
    encoder.field(2, of: product, from: old.flag, to: flag)
    return encoder.close(product)
  }
}

private enum Failure: UInt8, Error, Recordable {
  case offline, refused
}

/// Checks that typed and generic code agree on values and on the results of changes.
@Suite("Typed and dynamic coding agree")
struct TypedAgreementTests {
  private var generator = SeededGenerator(seed: 7)

  /// Checks random pairs of values. Half of the time, the newer value is similar to the older one.
  private func check<Value: Recordable>(
    draw: (inout SeededGenerator) -> Value, near: (Value, inout SeededGenerator) -> Value,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var generator = generator
    let builder = SchemaBuilder()
    let type = builder.reference(to: Value.self)
    let schema = builder.schema
    var changeCount = 0
    for round in 0..<200 {
      let old = draw(&generator)
      let new = round.isMultiple(of: 2) ? near(old, &generator) : draw(&generator)
      var value = try dynamic(old, as: type, in: schema, sourceLocation)
      let expected = try dynamic(new, as: type, in: schema, sourceLocation)
      var change = RecordEncoder()
      guard change.encodeChange(from: old, to: new) else {
        #expect(value == expected, sourceLocation: sourceLocation)
        continue
      }
      changeCount += 1
      var decoder = RecordDecoder(change.bytes)
      try value.apply(change: &decoder, as: type, in: schema)
      #expect(decoder.isAtEnd, sourceLocation: sourceLocation)
      #expect(value == expected, sourceLocation: sourceLocation)
    }
    #expect(changeCount > 50, sourceLocation: sourceLocation)
  }

  /// Reads typed bytes by the schema, and writes them again.
  private func dynamic<Value: Recordable>(
    _ value: Value, as type: TypeReference, in schema: Schema, _ sourceLocation: SourceLocation
  ) throws -> RecordedValue {
    var encoder = RecordEncoder()
    encoder.encode(value)
    var decoder = RecordDecoder(encoder.bytes)
    let read = try decoder.decodeValue(of: type, in: schema)
    #expect(decoder.isAtEnd, sourceLocation: sourceLocation)
    var again = RecordEncoder()
    again.encode(read, as: type, in: schema)
    #expect(again.failure == nil, sourceLocation: sourceLocation)
    #expect(again.bytes == encoder.bytes, sourceLocation: sourceLocation)
    return read
  }

  private static func word(_ generator: inout SeededGenerator) -> String {
    String((0..<generator.below(6)).map { _ in generator.pick(["a", "b", "é", "日", "🎉"]) })
  }

  @Test("Primitive types are coded the same way")
  func primitives() throws {
    try check {
      Int8(truncatingIfNeeded: $0.next())
    } near: {
      $0 &+ Int8($1.below(3))
    }
    try check {
      Int($0.next() >> 40)
    } near: {
      $0 &- $1.below(100)
    }
    try check {
      $0.pick([0, .max, $0.next()]) as UInt64
    } near: {
      $0 &+ UInt64($1.below(3))
    }
    try check {
      $0.below(2) == 0
    } near: { value, _ in
      !value
    }
    try check {
      Double(bitPattern: $0.next())
    } near: { value, _ in
      -value
    }
    try check {
      Float(bitPattern: UInt32(truncatingIfNeeded: $0.next()))
    } near: { value, _ in
      -value
    }
    try check {
      Date(timeIntervalSince1970: Double($0.below(1_000_000)))
    } near: { date, _ in
      date.addingTimeInterval(0.5)
    }
    try check(draw: Self.word) { $0 + Self.word(&$1) }
    try check {
      Data(Self.word(&$0).utf8)
    } near: {
      $0 + Data(Self.word(&$1).utf8)
    }
    try check {
      UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, UInt8($0.below(9))))
    } near: { id, _ in
      id
    }
    try check {
      URL(filePath: "/\($0.below(20))")
    } near: { url, _ in
      url.appending(path: "x")
    }
    try check {
      Decimal($0.below(20))
    } near: {
      $0 + Decimal($1.below(3))
    }
    try check {
      Int?.none ?? $0.pick([nil, 1, $0.below(9)])
    } near: { value, _ in
      value.map { $0 + 1 }
    }
  }

  @Test("Arrays are coded the same way, whether or not the count changes")
  func arrays() throws {
    try check { generator in
      (0..<generator.below(9)).map { _ in generator.below(5) }
    } near: {
      var array = $0
      if !array.isEmpty { array[$1.below(array.count)] += 1 }
      if $1.below(2) == 0 { array.insert(9, at: $1.below(array.count + 1)) }
      return array
    }
    try check { generator in
      (0..<generator.below(40)).map { _ in generator.below(2) == 0 }
    } near: {
      $0.shuffled(using: &$1)
    }
  }

  @Test("Sets and dictionaries are coded the same way")
  func unordered() throws {
    try check { generator in
      Set((0..<generator.below(9)).map { _ in Self.word(&generator) })
    } near: {
      $0.union([Self.word(&$1)]).subtracting($0.sorted().prefix($1.below(3)))
    }
    try check { generator in
      IndexSet((0..<generator.below(9)).map { _ in generator.below(300) })
    } near: {
      $0.union([$1.below(300)])
    }
    try check { generator in
      Dictionary(
        (0..<generator.below(9)).map { _ in (Self.word(&generator), [generator.below(9)]) },
        uniquingKeysWith: { first, _ in first })
    } near: { old, generator in
      var new = old
      for key in old.keys.sorted() where generator.below(3) == 0 {
        new[key] = generator.below(2) == 0 ? nil : [1, 2, 3]
      }
      for _ in 0..<generator.below(4) { new[Self.word(&generator)] = [4] }
      return new
    }
  }

  @Test("Identified arrays of structures are coded the same way")
  func rows() throws {
    try check { generator in
      IdentifiedArray(
        uniqueElements: (0..<generator.below(200)).map {
          Row(id: $0, name: "row \($0)", flag: false)
        })
    } near: { old, generator in
      var new = old
      if !new.isEmpty { new[generator.below(new.count)].flag.toggle() }
      if generator.below(3) == 0 { new.append(Row(id: 1000, name: "new", flag: true)) }
      if generator.below(3) == 0, !new.isEmpty { new.remove(at: generator.below(new.count)) }
      return new
    }
  }

  @Test("Enumerations are coded the same way, whether or not the case changes")
  func enumerations() throws {
    try check { generator -> Result<[String], Failure> in
      generator.below(3) == 0
        ? .failure(generator.below(2) == 0 ? .offline : .refused)
        : .success([Self.word(&generator), "x"])
    } near: { old, generator in
      old.map { $0.map { $0 + Self.word(&generator) } }
    }
  }
}
