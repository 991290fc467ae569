package import DependencyInjection
package import Foundation
package import RecordCoding
package import RecordedValues

/// A source of random values of the types in a schema, small and typical ones first.
///
/// The schema does not have every rule of the app's types: a text may be recorded for an
/// enumeration with a raw value. The caller must decode a value to find out whether it is valid.
package struct ValueDraw: Sendable {
  /// The nesting depth from which lists are empty, optionals are `nil`, and cases are the flattest
  /// ones.
  private static let depthLimit = 5

  private let schema: Schema
  /// The time near which dates are drawn.
  package var now: Date
  /// Known values, which half of the draws return.
  package var pool: ValuePool
  /// The values of recorded logs, which half of the other draws return.
  package var learned: ValuePool?
  /// The average number of integers that are drawn until one is the smallest or largest of its
  /// type.
  package var extremeInterval = 64
  /// The nesting depth of the flattest value of each named type. No value reaches the depth of a
  /// type without values.
  private let heights: [Int]

  /// Creates a source for the types of a schema.
  package init(schema: Schema, now: Date) {
    self.schema = schema
    self.now = now
    pool = ValuePool(schema: schema)
    heights = Self.heights(of: schema)
  }

  /// Draws a value of a type. Returns `nil` if a part is recorded as JSON, whose form is unknown.
  package func draw(
    _ type: TypeReference, _ generator: inout SeededGenerator
  ) -> RecordedValue? {
    value(of: type, depth: 0, &generator)
  }

  private func value(
    of type: TypeReference, depth: Int, _ generator: inout SeededGenerator
  ) -> RecordedValue? {
    let known = pool.values(of: type)
    if !known.isEmpty, generator.isNext(1, in: 2) { return generator.element(of: known) }
    if let learned = learned?.values(of: type), !learned.isEmpty, generator.isNext(1, in: 2) {
      return generator.element(of: learned)
    }
    switch type {
    case .optional(let wrapped):
      guard depth < Self.depthLimit, !generator.isNext(1, in: 4) else { return RecordedValue.none }
      return value(of: wrapped, depth: depth + 1, &generator).map(RecordedValue.some)
        ?? RecordedValue.none
    case .list(let kind, let element) where kind.isOrdered:
      return .sequence(rows(of: element, depth: depth, &generator))
    case .list(_, let element):
      return .sequence(distinct(element, depth: depth, &generator).map(\.value))
    case .dictionary(let key, let element):
      let keys = distinct(key, depth: depth, &generator)
      return .dictionary(
        keys.compactMap { key in
          value(of: element, depth: depth + 1, &generator).map {
            RecordedPair(key: key.value, value: $0)
          }
        })
    case .tuple(let fields):
      if fields.map(\.name) == ["seconds", "attoseconds"] { return duration(&generator) }
      return product(of: fields, depth: depth, &generator).map(RecordedValue.product)
    case .named: return named(type, depth: depth, &generator)
    case .json: return generator.element(of: known)
    default: return primitive(type, &generator)
    }
  }

  private func named(
    _ type: TypeReference, depth: Int, _ generator: inout SeededGenerator
  ) -> RecordedValue? {
    switch schema.definition(of: type)?.kind {
    case .structure(let fields):
      guard let values = product(of: fields, depth: depth, &generator) else { return nil }
      return .product(Self.isRange(fields) ? Self.ordered(values) : values)
    case .enumeration(let cases) where !cases.isEmpty:
      let start = generator.index(below: cases.count)
      var order = cases.indices.map { ($0 + start) % cases.count }
      if depth >= Self.depthLimit {
        let flattest = cases.map(height).min() ?? 0
        order.removeAll { height(of: cases[$0]) > flattest }
      }
      // A case that cannot be drawn is replaced with the next one.
      for index in order {
        if let payload = product(of: cases[index].payload, depth: depth, &generator) {
          return .enumeration(case: index, payload: payload)
        }
      }
      return nil
    default: return nil
    }
  }

  private func product(
    of fields: [RecordField], depth: Int, _ generator: inout SeededGenerator
  ) -> [RecordedValue]? {
    var values: [RecordedValue] = []
    values.reserveCapacity(fields.count)
    let rowCount = rowCount(of: fields, depth: depth, &generator)
    for field in fields {
      if let rowCount, let element = field.type.columnElement {
        let column = (0..<rowCount).compactMap { _ in
          self.value(of: element, depth: depth + 2, &generator)
        }
        values.append(.sequence(column))
        continue
      }
      guard depth < RecordEncoder.maximumDepth,
        let value = value(of: field.type, depth: depth + 1, &generator)
      else { return nil }
      values.append(value)
    }
    return values
  }

  /// Draws the count of several lists of plain values, such as times and temperatures. They are the
  /// columns of a table, and code traps that expects a row in each. Returns `nil` if there are
  /// fewer than two.
  private func rowCount(
    of fields: [RecordField], depth: Int, _ generator: inout SeededGenerator
  ) -> Int? {
    guard fields.filter({ $0.type.columnElement != nil }).count > 1 else { return nil }
    return depth < Self.depthLimit - 1 ? generator.index(below: 4) : 0
  }
}

// Lists, sets and the keys of dictionaries.
extension ValueDraw {
  private func elements(
    of type: TypeReference, depth: Int, _ generator: inout SeededGenerator
  ) -> [RecordedValue] {
    let count = depth < Self.depthLimit ? generator.index(below: 4) : 0
    return (0..<count).compactMap { _ in value(of: type, depth: depth + 1, &generator) }
  }

  /// Returns elements with distinct identities, if they have any.
  private func rows(
    of type: TypeReference, depth: Int, _ generator: inout SeededGenerator
  ) -> [RecordedValue] {
    var ids: Set<RecordedValue> = []
    return elements(of: type, depth: depth, &generator).filter { row in
      schema.id(of: row, as: type).map { ids.insert($0).inserted } ?? true
    }
  }

  /// Returns elements with distinct bytes, in byte order.
  private func distinct(
    _ type: TypeReference, depth: Int, _ generator: inout SeededGenerator
  ) -> [(value: RecordedValue, bytes: [UInt8])] {
    var seen: Set<[UInt8]> = []
    return elements(of: type, depth: depth, &generator)
      .map { (value: $0, bytes: schema.bytes(of: $0, as: type)) }
      .filter { seen.insert($0.bytes).inserted }
      .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
  }
}

// Ranges, and how deep types are nested.
extension ValueDraw {
  private static func isRange(_ fields: [RecordField]) -> Bool {
    fields.map(\.name) == ["lowerBound", "upperBound"] && fields[0].type == fields[1].type
  }

  private static func ordered(_ bounds: [RecordedValue]) -> [RecordedValue] {
    let isOrdered =
      switch (bounds[0], bounds[1]) {
      case (.signed(let lower), .signed(let upper)): lower <= upper
      case (.unsigned(let lower), .unsigned(let upper)): lower <= upper
      case (.double(let lower), .double(let upper)), (.date(let lower), .date(let upper)):
        Double(bitPattern: lower) <= Double(bitPattern: upper)
      case (.float(let lower), .float(let upper)):
        Float(bitPattern: lower) <= Float(bitPattern: upper)
      case (.string(let lower), .string(let upper)): lower <= upper
      default: bounds[0] == bounds[1]
      }
    return isOrdered ? bounds : bounds.reversed()
  }

  private static func heights(of schema: Schema) -> [Int] {
    var heights = schema.types.map { _ in Int.max }
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      for (index, definition) in schema.types.enumerated() {
        let height =
          switch definition.kind {
          case .structure(let fields): Self.height(of: fields, heights)
          case .enumeration(let cases):
            cases.map { Self.height(of: $0.payload, heights) }.min() ?? .max
          }
        if height < heights[index] {
          heights[index] = height
          hasChanged = true
        }
      }
    }
    return heights
  }

  private func height(of element: RecordCase) -> Int { Self.height(of: element.payload, heights) }

  private static func height(of fields: [RecordField], _ heights: [Int]) -> Int {
    let height = fields.map { Self.height(of: $0.type, heights) }.max() ?? 0
    return height == .max ? .max : height + 1
  }

  private static func height(of type: TypeReference, _ heights: [Int]) -> Int {
    switch type {
    case .named(let index): heights.indices.contains(index) ? heights[index] : .max
    case .tuple(let fields): height(of: fields, heights)
    case .json: .max
    default: 0
    }
  }
}

extension TypeReference {
  /// The type of the elements of an ordered list of plain values.
  fileprivate var columnElement: TypeReference? {
    guard case .list(let kind, let element) = self, kind.isOrdered else { return nil }
    switch element.unwrapped {
    case .bool, .signed, .unsigned, .float, .double, .string, .date, .url, .uuid: return element
    default: return nil
    }
  }
}

extension SeededGenerator {
  /// Returns a number from 0 up to but not including `count`.
  mutating func index(below count: Int) -> Int { Int.random(in: 0..<count, using: &self) }

  /// Returns `true` in `count` of `total` draws.
  mutating func isNext(_ count: Int, in total: Int) -> Bool { index(below: total) < count }

  /// Returns an element, or `nil` if there is none.
  mutating func element<Element>(of elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[index(below: elements.count)]
  }
}
