package import DependencyInjection
import Foundation
package import RecordCoding
package import RecordedValues

/// A generator of random schemas, and of values of their types.
package struct RandomSchema {
  package var generator: SeededGenerator
  package private(set) var schema = Schema()

  private static let names = [
    "count", "name", "id", "element", "action", "none", "some", "nil", "Optional", "default",
    "größe", "👩‍👩‍👧", "two words", "x1", "true", "inf", "a.b", "7up",
  ]
  private static let typeNames = [
    "App.State", "App.Counter.State", "Counter.Action", "Alerts.Alert", "App.Optional",
    "App.(unknown context at $1f).Hidden", "App.Pair<Swift.Int, App.Thing>", "odd name", "nil",
  ]
  private static let pieces = [
    "Milk", "\"", "\\", "\n", "\u{0}", "\u{1B}[31m", "\u{202E}", "\u{301}", "é", "e\u{301}", "👩‍👩‍👧",
    "\u{FEFF}", "\u{A0}", "#", ")", "\r\n", "\u{10FFFF}", " ", "\\u{41}", "\t", "\u{FE0F}",
  ]

  /// Creates a random schema, whose first type is a structure or, on request, an enumeration.
  package init(seed: UInt64, rootIsEnumeration: Bool = false) {
    generator = SeededGenerator(seed: seed)
    let count = 3 + generator.below(5)
    schema.types = (0..<count).map { index in
      TypeDefinition(
        name: generator.pick(Self.typeNames), kind: kind(index, of: count, rootIsEnumeration))
    }
  }

  /// Each type directly contains only types after it. Every type therefore has finite values.
  private mutating func kind(
    _ index: Int, of count: Int, _ rootIsEnumeration: Bool
  ) -> TypeDefinition.Kind {
    let isEnumeration = index == 0 ? rootIsEnumeration : generator.below(3) > 0
    guard isEnumeration else {
      return .structure(fields(upTo: 4, above: index, of: count, labeled: true))
    }
    if generator.below(4) == 0, index + 1 < count {
      return .enumeration([
        RecordCase(
          "element",
          [
            RecordField("id", type(above: index, of: count, depth: 2)),
            RecordField("action", .named(index + 1 + generator.below(count - index - 1))),
          ])
      ])
    }
    let names = Self.names.shuffled(using: &generator).prefix(1 + generator.below(4))
    return .enumeration(
      names.map { name in
        let isStep = generator.below(3) == 0 && index + 1 < count
        return RecordCase(
          name,
          isStep
            ? [RecordField(nil, .named(index + 1 + generator.below(count - index - 1)))]
            : fields(upTo: 3, above: index, of: count, labeled: false))
      })
  }

  private mutating func fields(
    upTo limit: Int, above index: Int, of count: Int, labeled: Bool
  ) -> [RecordField] {
    let names = Self.names.shuffled(using: &generator).prefix(generator.below(limit + 1))
    return names.map { name in
      let hasLabel = labeled || generator.below(2) == 0
      return RecordField(hasLabel ? name : nil, type(above: index, of: count, depth: 0))
    }
  }

  package mutating func type(above index: Int, of count: Int, depth: Int) -> TypeReference {
    let containers = depth < 3 ? 8 : 0
    switch generator.below(11 + containers) {
    case 0: return .bool
    case 1: return .signed(bits: generator.pick([8, 16, 32, 64]))
    case 2: return .unsigned(bits: generator.pick([8, 16, 32, 64]))
    case 3: return .float
    case 4: return .double
    case 5: return .string
    case 6: return .data
    case 7: return .date
    case 8: return .uuid
    case 9: return .url
    case 10: return .json("App.Money")
    case 11, 12: return .optional(type(above: index, of: count, depth: depth + 1))
    case 13: return .array(type(above: index, of: count, depth: depth + 1))
    case 14: return .identifiedArray(type(above: index, of: count, depth: depth + 1))
    case 15: return .set(type(above: index, of: count, depth: depth + 1))
    case 16:
      return .dictionary(
        key: type(above: index, of: count, depth: depth + 1),
        value: type(above: index, of: count, depth: depth + 1))
    case 17:
      return .tuple(
        fields(upTo: 3, above: max(index, count - 2), of: count, labeled: false))
    default:
      guard index + 1 < count else { return .optional(.named(index)) }
      return .named(index + 1 + generator.below(count - index - 1))
    }
  }

  /// Returns a random value of a type, as decoded from its bytes.
  package mutating func value(of type: TypeReference, depth: Int = 0) throws -> RecordedValue {
    var encoder = RecordEncoder()
    encoder.encode(draw(type, depth: depth), as: type, in: schema)
    if let failure = encoder.failure { throw failure }
    var decoder = RecordDecoder(encoder.bytes)
    return try decoder.decodeValue(of: type, in: schema)
  }

  private mutating func draw(_ type: TypeReference, depth: Int) -> RecordedValue {
    switch type {
    case .bool: .bool(generator.below(2) == 0)
    case .signed(let bits):
      .signed(Int64(bitPattern: integer()) >> Int64(64 - bits))
    case .unsigned(let bits): .unsigned(integer() >> UInt64(64 - bits))
    case .float: .float(bits: generator.pick([0, 1, UInt32(truncatingIfNeeded: integer())]))
    case .double: .double(bits: number())
    case .date: .date(bits: date())
    case .string: .string(text())
    case .url: .url(text())
    case .json: .json(text())
    case .data: .data((0..<generator.below(6)).map { _ in UInt8(generator.below(256)) })
    case .uuid: .uuid(uuid())
    case .optional(let wrapped):
      generator.below(3) == 0 || depth > 12 ? .none : .some(draw(wrapped, depth: depth + 1))
    case .list(let kind, let element):
      .sequence(
        kind.isOrdered
          ? several(depth).map { _ in draw(element, depth: depth + 1) }
          : distinct(element, depth))
    case .dictionary(let key, let value):
      .dictionary(
        distinct(key, depth).map {
          RecordedPair(key: $0, value: draw(value, depth: depth + 1))
        })
    case .tuple(let fields): .product(draw(fields, depth: depth))
    case .named(let index): draw(schema.types[index], depth: depth)
    }
  }

  private mutating func draw(_ definition: TypeDefinition, depth: Int) -> RecordedValue {
    switch definition.kind {
    case .structure(let fields): return .product(draw(fields, depth: depth))
    case .enumeration(let cases):
      let index = generator.below(cases.count)
      return .enumeration(case: index, payload: draw(cases[index].payload, depth: depth))
    }
  }

  private mutating func draw(_ fields: [RecordField], depth: Int) -> [RecordedValue] {
    fields.map { draw($0.type, depth: depth + 1) }
  }

  /// Returns values whose encodings differ.
  private mutating func distinct(_ type: TypeReference, _ depth: Int) -> [RecordedValue] {
    var seen: Set<[UInt8]> = []
    return several(depth).map { _ in draw(type, depth: depth + 1) }.filter { value in
      var encoder = RecordEncoder()
      encoder.encode(value, as: type, in: schema)
      return seen.insert(encoder.bytes).inserted
    }
  }

  private mutating func several(_ depth: Int) -> Range<Int> {
    0..<(depth > 12 ? 0 : generator.below(4))
  }

  private mutating func integer() -> UInt64 {
    generator.pick([0, 1, .max, 1 << 63, generator.next(), generator.next() >> 40])
  }

  private mutating func number() -> UInt64 {
    generator.pick([
      0, 1 << 63, Double.nan.bitPattern, Double.nan.bitPattern | 1, Double.infinity.bitPattern,
      (-Double.infinity).bitPattern, (0.1).bitPattern, generator.next(),
      Double(Int64(bitPattern: generator.next())).bitPattern,
    ])
  }

  private mutating func date() -> UInt64 {
    let milliseconds = Double(generator.next() % 2_000_000_000_000)
    return generator.pick([number(), (milliseconds / 1000).bitPattern, (123.25).bitPattern])
  }

  private mutating func text() -> String {
    (0..<generator.below(5)).map { _ in generator.pick(Self.pieces) }.joined()
  }

  private mutating func uuid() -> UUID {
    let bytes = (0..<16).map { _ in UInt8(generator.below(256)) }
    return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}
