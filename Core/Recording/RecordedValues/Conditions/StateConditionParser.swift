import Foundation
import RecordCoding

/// A parser of conditions that checks paths against a schema.
struct StateConditionParser {
  private static let maxDepth = 100

  private var scanner: TextScanner
  private let root: TypeReference
  private let schema: Schema
  private var depth = 0

  init(_ text: String, root: TypeReference, schema: Schema) {
    scanner = TextScanner(text)
    self.root = root
    self.schema = schema
  }

  mutating func condition() throws(StateConditionError) -> StateCondition.Term {
    let term = try any()
    scanner.skipSpaces()
    guard scanner.isAtEnd else { throw .unexpected(scanner.rest) }
    return term
  }

  private mutating func any() throws(StateConditionError) -> StateCondition.Term {
    var term = try all()
    while scanner.take(all: "||") { term = .any(term, try all()) }
    return term
  }

  private mutating func all() throws(StateConditionError) -> StateCondition.Term {
    var term = try single()
    while scanner.take(all: "&&") { term = .all(term, try single()) }
    return term
  }

  private mutating func single() throws(StateConditionError) -> StateCondition.Term {
    depth += 1
    defer { depth -= 1 }
    guard depth < Self.maxDepth else { throw .tooDeep }
    if takeNegation() { return .not(try single()) }
    if scanner.take("(") {
      let term = try any()
      guard scanner.take(")") else { throw .unclosed }
      return term
    }
    let one = try operand()
    if scanner.takeWord("is") { return try isCase(one) }
    for (sign, comparison) in Comparison.signs where scanner.take(all: sign) {
      let other = try operand()
      try check(one.operand, other.operand)
      // A missing value is tested with `nil` on the right.
      if case .constant(.none) = one.operand {
        return .comparison(other.operand, comparison, one.operand)
      }
      return .comparison(one.operand, comparison, other.operand)
    }
    guard one.path?.type.unwrapped == .bool else { throw .noComparison(one.text) }
    return .isTrue(one.operand)
  }

  private typealias Part = (operand: StateCondition.Operand, path: ValuePath?, text: String)

  private mutating func operand() throws(StateConditionError) -> Part {
    scanner.skipSpaces()
    guard !scanner.isAtEnd else { throw .nothing }
    if scanner.next == "\"", let quoted = try enclosedText() {
      guard let value = quoted.unquoted else { throw .unexpected(quoted) }
      return (.constant(.text(value)), nil, quoted)
    }
    let word = try self.word()
    guard !word.isEmpty else { throw .unexpected(scanner.rest) }
    let constant: StateCondition.Scalar? =
      switch word {
      case "true": .bool(true)
      case "false": .bool(false)
      case "nil": StateCondition.Scalar.none
      default: Int64(word).map { .integer($0) } ?? Self.number(word)
      }
    if let constant { return (.constant(constant), nil, word) }
    return try path(word)
  }

  /// Parses a number. No path begins like one. Swift would also accept 'nan' and 'infinity'.
  private static func number(_ word: String) -> StateCondition.Scalar? {
    guard let first = word.first, first.isNumber || first == "-" else { return nil }
    return Double(word).map { .number($0) }
  }

  private func path(_ word: String) throws(StateConditionError) -> Part {
    do throws(ValuePathError) {
      let path = try ValuePath(word, into: root, in: schema)
      return (.path(path), path, word)
    } catch {
      guard word.hasSuffix(".count"),
        let path = try? ValuePath(String(word.dropLast(6)), into: root, in: schema),
        path.type.unwrapped.hasCount
      else { throw .path(error) }
      return (.count(path), nil, word)
    }
  }

  private mutating func isCase(_ part: Part) throws(StateConditionError) -> StateCondition.Term {
    guard let path = part.path, let cases = schema.cases(of: path.type.unwrapped) else {
      throw .noCases(part.text)
    }
    scanner.skipSpaces()
    let name = String(try word().drop { $0 == "." }).withoutBackticks
    guard let index = cases.firstIndex(where: { $0.name == name }) else {
      throw .unknownCase(path: part.text, name: name, cases: cases.map(\.name.asWrittenName))
    }
    return .isCase(path, index)
  }

  /// Rejects comparisons that no state can satisfy.
  private func check(
    _ one: StateCondition.Operand, _ other: StateCondition.Operand
  ) throws(StateConditionError) {
    for (path, constant) in [(one, other), (other, one)] {
      guard case .constant(let constant) = constant, case .path(let path) = path else { continue }
      let type = path.type.unwrapped
      let fits =
        switch constant {
        case .none, .other: true
        case .bool: type == .bool
        case .number, .integer: type.isNumber
        case .text: type.isText
        }
      guard fits else { throw .otherType(path: path.text) }
    }
  }

  /// Takes a `!` that does not begin `!=`.
  private mutating func takeNegation() -> Bool {
    var ahead = scanner
    if ahead.take(all: "!=") { return false }
    return scanner.take("!")
  }

  private mutating func enclosedText() throws(StateConditionError) -> String? {
    do {
      return try scanner.enclosedText()
    } catch {
      throw .unclosed
    }
  }

  /// Reads a path, a number or a name, including the content of brackets and of raw identifiers.
  private mutating func word() throws(StateConditionError) -> String {
    let start = scanner.position
    while let next = scanner.next, !Self.ends.contains(next), !next.properties.isWhitespace {
      if try enclosedText() == nil { scanner.move(to: scanner.position + 1) }
    }
    return scanner.text(from: start, to: scanner.position)
  }

  /// The signs that cannot follow in a word.
  private static let ends = Set<Unicode.Scalar>("=!<>&|()\"".unicodeScalars)
}

extension TypeReference {
  fileprivate var hasCount: Bool {
    switch self {
    case .string, .data, .list, .dictionary: true
    default: false
    }
  }

  fileprivate var isNumber: Bool {
    switch self {
    case .signed, .unsigned, .float, .double, .date: true
    default: false
    }
  }

  fileprivate var isText: Bool {
    switch self {
    case .string, .url, .json, .uuid: true
    default: false
    }
  }
}
