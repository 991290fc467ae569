import DependencyInjection
import Foundation
import RecordCoding

/// The constants of a generated test: one name for each identity and each date.
///
/// Identities that count need no constant: `UUID(1)`.
struct SourceConstants {
  private var names: [String: String] = [:]
  private var identities: [UUID: String] = [:]
  private(set) var lines: [String] = []
  private var counts: [String: Int] = [:]

  mutating func name(of id: UUID) -> String {
    if let number = Int(id.uuidString.suffix(12), radix: 16), UUID(number) == id {
      return "UUID(\(number))"
    }
    let name = name("id", "UUID(uuidString: \(id.uuidString.quoted))!")
    identities[id] = name
    return name
  }

  mutating func name(of date: Date) -> String {
    let reference = date.timeIntervalSinceReferenceDate
    let since1970 = date.timeIntervalSince1970
    if let whole = Int(exactly: since1970),
      Date(timeIntervalSince1970: since1970).timeIntervalSinceReferenceDate.bitPattern
        == reference.bitPattern
    {
      return name("date", "Date(timeIntervalSince1970: \(whole))")
    }
    let seconds = SwiftSource.text(ofDouble: reference, as: "Double")
    return name("date", "Date(timeIntervalSinceReferenceDate: \(seconds))")
  }

  /// Returns a literal in which the names of identities replace their text.
  func naming(in literal: String) -> String {
    identities.reduce(literal) { literal, constant in
      literal.replacingOccurrences(
        of: constant.key.uuidString, with: "\\(\(constant.value))")
    }
  }

  private mutating func name(_ kind: String, _ value: String) -> String {
    if let name = names[value] { return name }
    counts[kind, default: 0] += 1
    let name = "\(kind)\(counts[kind] ?? 1)"
    names[value] = name
    lines.append("private let \(name) = \(value)")
    return name
  }
}

extension String {
  var asSourceName: String {
    Self.keywords.contains(self) || !isIdentifier ? "`\(self)`" : self
  }

  /// The name after a dot, where few keywords need backticks.
  var asMemberName: String {
    ["init", "self", "Type", "Protocol"].contains(self) || !isIdentifier ? "`\(self)`" : self
  }

  func asIdentifier(capitalized: Bool) -> String {
    let words = split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let name = words.enumerated().map { index, word in
      let first = word.prefix(1)
      return (index > 0 || capitalized ? first.uppercased() : first.lowercased()) + word.dropFirst()
    }.joined()
    guard let first = name.first else { return capitalized ? "Session" : "session" }
    return first.isNumber ? (capitalized ? "Session" : "session") + name : name
  }

  private static let keywords: Set<String> = [
    "Any", "Self", "Type", "Protocol", "as", "associatedtype", "await", "break", "case", "catch",
    "class", "continue", "default", "defer", "deinit", "do", "else", "enum", "extension",
    "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init",
    "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol",
    "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super",
    "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
  ]
}
