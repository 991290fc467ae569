import Foundation
import RecordCoding

/// A parser of conditions that checks paths against a schema.
struct StateConditionParser {
  private static let maxDepth = 100

  private let text: [Character]
  private let root: TypeReference
  private let schema: Schema
  private var position = 0
  private var depth = 0

  init(_ text: String, root: TypeReference, schema: Schema) {
    self.text = Array(text)
    self.root = root
    self.schema = schema
  }

  mutating func condition() throws(StateConditionError) -> StateCondition.Term {
    let term = try any()
    skipSpaces()
    guard position == text.count else { throw .unexpected(String(text[position...])) }
    return term
  }

  private mutating func any() throws(StateConditionError) -> StateCondition.Term {
    var term = try all()
    while take("||") { term = .any(term, try all()) }
    return term
  }

  private mutating func all() throws(StateConditionError) -> StateCondition.Term {
    var term = try single()
    while take("&&") { term = .all(term, try single()) }
    return term
  }

  private mutating func single() throws(StateConditionError) -> StateCondition.Term {
    depth += 1
    defer { depth -= 1 }
    guard depth < Self.maxDepth else { throw .tooDeep }
    if take("!") { return .not(try single()) }
    if take("(") {
      let term = try any()
      guard take(")") else { throw .unclosed }
      return term
    }
    let one = try operand()
    if takeWord("is") { return try isCase(one) }
    for (sign, comparison) in Comparison.signs where take(sign) {
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
    skipSpaces()
    guard position < text.count else { throw .nothing }
    if text[position] == "\"" {
      let quoted = try quoted()
      guard let value = quoted.unquoted else { throw .unexpected(quoted) }
      return (.constant(.text(value)), nil, quoted)
    }
    let word = try self.word()
    guard !word.isEmpty else { throw .unexpected(String(text[position...])) }
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
    skipSpaces()
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

  private mutating func skipSpaces() {
    while position < text.count, text[position].isWhitespace { position += 1 }
  }

  private mutating func take(_ sign: String) -> Bool {
    skipSpaces()
    guard text[position...].starts(with: sign) else { return false }
    // A `!` that begins `!=` is not a negation.
    if sign == "!", position + 1 < text.count, text[position + 1] == "=" { return false }
    position += sign.count
    return true
  }

  private mutating func takeWord(_ word: String) -> Bool {
    skipSpaces()
    let end = position + word.count
    guard text[position...].starts(with: word), end < text.count, text[end].isWhitespace else {
      return false
    }
    position = end
    return true
  }

  /// Reads a text in quotes, and returns it with the quotes.
  private mutating func quoted() throws(StateConditionError) -> String {
    let start = position
    position += 1
    while position < text.count, text[position] != "\"" {
      position += text[position] == "\\" ? 2 : 1
    }
    guard position < text.count else { throw .unclosed }
    position += 1
    return String(text[start..<position])
  }

  /// Reads a path, a number or a name, including the content of brackets and of raw identifiers.
  private mutating func word() throws(StateConditionError) -> String {
    let start = position
    var brackets = 0
    while position < text.count {
      let character = text[position]
      if character == "\"", brackets > 0 {
        _ = try quoted()
        continue
      }
      if character == "`" {
        guard let end = text[(position + 1)...].firstIndex(of: "`") else { throw .unclosed }
        position = end + 1
        continue
      }
      if brackets == 0, character.isWhitespace || "=!<>&|()\"".contains(character) { break }
      if character == "[" { brackets += 1 }
      if character == "]" { brackets -= 1 }
      position += 1
    }
    guard brackets == 0 else { throw .unclosed }
    return String(text[start..<position])
  }
}

extension TypeReference {
  fileprivate var hasCount: Bool {
    switch self {
    case .string, .data, .array, .identifiedArray, .set, .dictionary: true
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
