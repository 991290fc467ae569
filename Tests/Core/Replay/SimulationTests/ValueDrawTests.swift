import DependencyInjection
import Foundation
import IdentifiedArrays
import RecordCoding
import RecordedValues
import Simulation
import TestSupport
import Testing

@Suite("Drawn values")
struct ValueDrawTests {
  private static let now = Date(timeIntervalSinceReferenceDate: 700_000_000)
  private static let number = TypeReference.signed(bits: 64)

  private func draws(
    _ type: TypeReference, in schema: Schema = Schema(), count: Int = 200,
    _ prepare: (inout ValueDraw) -> Void = { _ in }
  ) -> [RecordedValue?] {
    var values = ValueDraw(schema: schema, now: Self.now)
    prepare(&values)
    var generator = SeededGenerator(seed: 1)
    return (0..<count).map { _ in values.draw(type, &generator) }
  }

  @Test("Values of random schemas are read back unchanged", arguments: 0..<100)
  func readable(seed: UInt64) throws {
    let schema = RandomSchema(seed: seed).schema
    let values = ValueDraw(schema: schema, now: Self.now)
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<20 {
      guard let value = values.draw(.named(0), &generator) else { continue }
      var encoder = RecordEncoder()
      encoder.encode(value, as: .named(0), in: schema)
      #expect(encoder.failure == nil)
      var decoder = RecordDecoder(encoder.bytes)
      #expect(try decoder.decodeValue(of: .named(0), in: schema) == value)
    }
  }

  @Test("A seed always draws the same values")
  func deterministic() {
    let type = TypeReference.array(.tuple([RecordField(nil, .uuid), RecordField(nil, .string)]))
    #expect(draws(type) == draws(type))
  }

  @Test("Types accept the values that are drawn for them")
  func typed() throws {
    try check(UUID.self)
    try check(URL.self)
    try check(Duration.self)
    try check(ClosedRange<Int>.self)
    try check(Range<Date>.self)
    try check([Int8: [UInt16]].self)
    try check(Set<String>.self)
    try check(Result<Float, RecordedError>.self)
    try check(IdentifiedArray<Int, Row>.self)
    try check(Tree.self)
  }

  private func check<Value: Recordable>(_ type: Value.Type) throws {
    let builder = SchemaBuilder()
    let reference = builder.reference(to: type)
    for value in draws(reference, in: builder.schema) {
      _ = try builder.schema.typed(#require(value), as: reference, type)
    }
  }

  @Test("Numbers are mostly small, and sometimes negative or at a bound")
  func numbers() {
    let numbers = draws(Self.number, count: 2000).compactMap { value -> Int64? in
      guard case .signed(let number)? = value else { return nil }
      return number
    }
    #expect(numbers.count { (0..<10).contains($0) } > 1500)
    #expect(numbers.contains { $0 < 0 && $0 > -100 })
    #expect(numbers.contains(.max) && numbers.contains(.min))
  }

  @Test("Identifiers are random and of version 4")
  func identifiers() {
    let texts = draws(.uuid).map { value in
      guard case .uuid(let id)? = value else { return "" }
      return id.uuidString
    }
    #expect(Set(texts).count == 200)
    #expect(texts.allSatisfy { $0.count == 36 && $0.dropFirst(14).first == "4" })
  }

  @Test("Dates are near the given time")
  func dates() {
    for value in draws(.date) {
      guard case .date(let bits)? = value else {
        Issue.record("\(String(describing: value)) is not a date")
        continue
      }
      let difference = Date(timeIntervalSinceReferenceDate: Double(bitPattern: bits))
        .timeIntervalSince(Self.now)
      #expect(abs(difference) <= 6 * 365 * 86_400)
    }
  }

  @Test("Lists of plain values in one structure have the same count, and other lists do not")
  func columns() {
    func counts(_ types: TypeReference...) -> Set<[Int]> {
      let draws = draws(.tuple(types.enumerated().map { RecordField("f\($0)", $1) }))
      return Set(
        draws.map { draw in
          guard case .product(let values)? = draw else { return [] }
          return values.map { value in
            if case .sequence(let elements) = value { elements.count } else { -1 }
          }
        })
    }
    let numbers = TypeReference.array(Self.number)
    let dates = TypeReference.array(.optional(.date))
    #expect(counts(numbers, .bool, dates) == [[0, -1, 0], [1, -1, 1], [2, -1, 2], [3, -1, 3]])
    #expect(counts(numbers, .array(numbers)).count > 4)
    #expect(counts(numbers, .set(Self.number)).count > 4)
    #expect(counts(numbers, .array(.tuple([RecordField(nil, .bool)]))).count > 4)
  }

  @Test("Some optionals are nil, but at most a quarter")
  func optionals() {
    let count = draws(.optional(.bool), count: 1000).count { $0 == RecordedValue.none }
    #expect((150...350).contains(count))
  }

  @Test("Values that need JSON of an unknown form are not drawn")
  func json() {
    let fields = [RecordField("price", .json("App.Price"))]
    let schema = Schema(types: [
      TypeDefinition(name: "App.Item", kind: .structure(fields)),
      TypeDefinition(
        name: "App.Choice",
        kind: .enumeration([RecordCase("item", fields), RecordCase("none")])),
    ])
    #expect(draws(.named(0), in: schema).allSatisfy { $0 == nil })
    #expect(
      draws(.named(1), in: schema).allSatisfy { $0 == .enumeration(case: 1, payload: []) })
    #expect(draws(.optional(.named(0)), in: schema).allSatisfy { $0 == RecordedValue.none })
    #expect(draws(.array(.named(0)), in: schema).allSatisfy { $0 == .sequence([]) })
    let known = draws(.named(0), in: schema) {
      $0.pool.add(.json("{}"), as: .json("App.Price"))
    }
    #expect(known.allSatisfy { $0 == .product([.json("{}")]) })
  }

  @Test("Half of the values are known values")
  func pool() {
    let seen = RecordedValue.string("a text that is not drawn otherwise")
    let count = draws(.string, count: 1000) { $0.pool.add(seen, as: .string) }.count { $0 == seen }
    #expect((400...600).contains(count))
  }

  @Test("A pool remembers the identities and the values of rows, up to its limit")
  func rows() throws {
    let builder = SchemaBuilder()
    let type = builder.reference(to: IdentifiedArray<Int, Row>.self)
    let row = try #require(type.parts.first)
    let rows = IdentifiedArray<Int, Row>(uniqueElements: (0..<40).map { Row(id: $0, name: "a") })
    var pool = ValuePool(schema: builder.schema, limit: 4)
    pool.add(try #require(builder.schema.value(of: rows, as: type)), as: type)
    #expect(pool.identities(of: Self.number) == (0..<4).map { .signed($0) })
    #expect(pool.values(of: row).count == 4)
    #expect(pool.values(of: .string) == [.string("a")])
  }
}

@Recordable
private struct Row: Identifiable, Equatable {
  let id: Int
  var name: String
}

@Recordable
private indirect enum Tree {
  case leaf(Int)
  case node(Tree, Tree)
}
