import Foundation
package import RecordCoding

/// A condition on a state, such as `alerts.queue.count > 3 && !isLocked`.
///
/// Paths have the form that `show` prints. `.count` is the number of elements of a collection or of
/// characters of a text. `==` or `=`, `!=`, `<`, `<=`, `>` and `>=` compare a value with a number,
/// a text in double quotes, `true`, `false`, `nil` or another path. `is` tests for a case. `!`,
/// `&&`, `||` and parentheses combine conditions. A missing value equals `nil` and satisfies no
/// other comparison.
package struct StateCondition: Sendable {
  indirect enum Operand: Sendable {
    case path(ValuePath)
    case count(ValuePath)
    case constant(Scalar)
  }

  indirect enum Term: Sendable {
    case not(Term)
    case all(Term, Term)
    case any(Term, Term)
    case isTrue(Operand)
    case comparison(Operand, Comparison, Operand)
    case isCase(ValuePath, Int)
  }

  enum Scalar: Equatable, Sendable {
    case none
    case bool(Bool)
    case number(Double)
    case integer(Int64)
    case text(String)
    case other(RecordedValue)
  }

  private let term: Term

  package init(
    _ text: String, on root: TypeReference, in schema: Schema
  ) throws(StateConditionError) {
    var parser = StateConditionParser(text, root: root, schema: schema)
    term = try parser.condition()
  }

  package func holds(for state: RecordedValue) -> Bool { Self.holds(term, state) }

  private static func holds(_ term: Term, _ state: RecordedValue) -> Bool {
    switch term {
    case .not(let term): !holds(term, state)
    case .all(let one, let other): holds(one, state) && holds(other, state)
    case .any(let one, let other): holds(one, state) || holds(other, state)
    case .isTrue(let operand): scalar(operand, state) == .bool(true)
    case .comparison(let one, let comparison, let other):
      compare(scalar(one, state), comparison, scalar(other, state))
    case .isCase(let path, let index):
      if case .enumeration(index, _) = path.value(in: state)?.unwrapped { true } else { false }
    }
  }

  private static func scalar(_ operand: Operand, _ state: RecordedValue) -> Scalar {
    switch operand {
    case .constant(let scalar): scalar
    case .path(let path): Scalar(path.value(in: state)?.unwrapped ?? .none)
    case .count(let path): path.value(in: state)?.unwrapped.count.map { .integer($0) } ?? .none
    }
  }

  private static func compare(_ one: Scalar, _ comparison: Comparison, _ other: Scalar) -> Bool {
    switch (one, other) {
    case (.integer(let one), .integer(let other)): return comparison.holds(one, other)
    case (.text(let one), .text(let other)): return comparison.holds(order(one, other), 0)
    default: break
    }
    if let one = one.double, let other = other.double { return comparison.holds(one, other) }
    return switch comparison {
    case .equal: one == other
    case .unequal: one != other && one != .none
    case .atMost, .atLeast, .less, .greater: false
    }
  }

  private static func order(_ one: String, _ other: String) -> Int64 {
    if one.utf8.elementsEqual(other.utf8) { return 0 }
    return one.utf8.lexicographicallyPrecedes(other.utf8) ? -1 : 1
  }
}

extension StateCondition.Scalar {
  init(_ value: RecordedValue) {
    self =
      switch value {
      case .none: .none
      case .bool(let value): .bool(value)
      case .signed(let number): .integer(number)
      case .unsigned(let number):
        Int64(exactly: number).map { .integer($0) } ?? .number(Double(number))
      case .float(let bits): .number(Double(Float(bitPattern: bits)))
      case .double(let bits), .date(let bits): .number(Double(bitPattern: bits))
      case .string(let text), .url(let text), .json(let text): .text(text)
      case .uuid(let id): .text(id.uuidString)
      case .data, .some, .sequence, .dictionary, .product, .enumeration: .other(value)
      }
  }

  fileprivate var double: Double? {
    switch self {
    case .number(let number): number
    case .integer(let number): Double(number)
    case .none, .bool, .text, .other: nil
    }
  }
}

extension RecordedValue {
  fileprivate var count: Int64? {
    switch self {
    case .string(let text): Int64(text.count)
    case .data(let bytes): Int64(bytes.count)
    case .sequence(let values): Int64(values.count)
    case .dictionary(let pairs): Int64(pairs.count)
    default: nil
    }
  }
}
