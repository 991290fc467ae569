import SwiftSyntax
import SwiftSyntaxBuilder

struct CasePathsSource {
  let name: String
  let cases: EnumCases
  let access: AccessLevel
  /// Whether payload types may be uninhabited. The compiler warns about closures over such types.
  var hasOpenPayloads = false

  var declarations: [DeclSyntax] {
    let types = cases.all.flatMap(\.payload).map(\.type)
    let aliases = ShadowedType.allCases.filter { shadowed in types.contains(where: shadowed.isIn) }
    return aliases.map { "\(raw: access.rawValue)typealias \(raw: $0.alias) = \(raw: $0.rawValue)" }
      + [
        "\(raw: allCasePaths)",
        """
        \(raw: access.rawValue)nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
        """,
      ]
  }

  private var allCasePaths: String {
    let protocols = cases.all.isEmpty ? "" : "CaseKeyPaths.CasePathReflectable, "
    let opening = "struct AllCasePaths: \(protocols)Swift.Sendable, Swift.Sequence {"
    let lines =
      ["\(access.rawValue)nonisolated \(opening)"]
      + cases.lines(for: property) + reflection + numbering + iteration + ["}"]
    return lines.joined(separator: "\n")
  }

  /// The subscript that returns the case path of a value. Without cases, there are no values.
  private var reflection: [String] {
    if cases.all.isEmpty { return [] }
    return ["\(prefix)subscript(root: \(name)) -> CaseKeyPaths.PartialCaseKeyPath<\(name)> {"]
      + selection { "\\.\($0.name.text)" } + ["}"]
  }

  private var numbering: [String] {
    if !hasTags { return [] }
    return ["private static func number(of root: \(name)) -> Swift.Int {"]
      + selection { "\(number(of: $0))" } + ["}"]
  }

  private func selection(_ result: (EnumCase) -> String) -> [String] {
    // Swift 6 rejects a `switch` over an enumeration whose payloads are all uninhabited.
    guard cases.all.allSatisfy({ !$0.payload.isEmpty }), let fallback = cases.lastInEveryBuild
    else {
      return ["switch root {"]
        + cases.lines { ["case .\($0.name.text): return \(result($0))"] } + ["}"]
    }
    return cases.lines {
      $0.syntax.id == fallback.syntax.id
        ? [] : ["if case .\($0.name.text) = root { return \(result($0)) }"]
    } + ["return \(result(fallback))"]
  }

  /// Whether the case paths store the numbers of their cases.
  ///
  /// A function that names deprecated cases must be deprecated, and is then unusable for other
  /// cases.
  private var hasTags: Bool {
    !cases.all.isEmpty && cases.all.flatMap(\.availability).silence.isEmpty
  }

  /// Returns the number of a case, counting the cases in every branch of `#if`.
  private func number(of enumCase: EnumCase) -> Int {
    cases.all.firstIndex { $0.syntax.id == enumCase.syntax.id } ?? 0
  }

  /// The attributes and access level of members that mention every case.
  private var prefix: String {
    cases.all.flatMap(\.availability).silence + access.rawValue
  }

  private var iteration: [String] {
    let paths = "[CaseKeyPaths.PartialCaseKeyPath<\(name)>]"
    let opening = "\(prefix)func makeIterator() -> Swift.IndexingIterator<\(paths)> {"
    let count = cases.all.count
    if count == 0 { return [opening, "return \(paths)().makeIterator()", "}"] }
    return [opening, "var paths = \(paths)()", "paths.reserveCapacity(\(count))"]
      + cases.lines { ["paths.append(\\.\($0.name.text))"] }
      + ["return paths.makeIterator()", "}"]
  }

  private func property(_ enumCase: EnumCase) -> [String] {
    let type = "CaseKeyPaths.AnyCasePath<\(name), \(valueType(of: enumCase))>"
    return documentation(of: enumCase) + enumCase.availability.map { "\($0)" } + [
      "\(access.rawValue)var \(enumCase.name.text): \(type) {",
      "\(type)(",
      "generatedEmbed: \(embedding(of: enumCase)),",
      "extract: {",
      "guard case .\(pattern(of: enumCase)) = $0 else { return nil }",
      "return \(extracted(from: enumCase))",
      hasTags
        ? """
        }, tag: CaseKeyPaths.CaseTag(index: \(number(of: enumCase)), of: { Self.number(of: $0) }))
        """
        : "})",
      "}",
    ]
  }

  private func documentation(of enumCase: EnumCase) -> [String] {
    access == .public ? ["/// The case path of `\(enumCase.name.text)`."] : []
  }

  private func valueType(of enumCase: EnumCase) -> String {
    let elements = enumCase.payload.map { element in
      let type = PayloadTypeRewriter(enumName: name).rewrite(element)
      return enumCase.payload.count == 1 ? type : element.prefix + type
    }
    switch elements.count {
    case 0: return "Swift.Void"
    case 1: return elements[0]
    default: return "(\(elements.joined(separator: ", ")))"
    }
  }

  private func embedding(of enumCase: EnumCase) -> String {
    let constructor = "\(name).\(enumCase.name.text)"
    let payload = enumCase.payload
    if payload.isEmpty { return "{ _ in \(constructor) }" }
    if hasOpenPayloads, payload.count == 1 {
      return constructor + (payload[0].label.map { "(\($0):)" } ?? "")
    }
    let arguments = payload.enumerated().map { index, element in
      element.prefix + (payload.count == 1 ? "$0" : "$0.\(index)")
    }
    return "{ \(constructor)(\(arguments.joined(separator: ", "))) }"
  }

  private func pattern(of enumCase: EnumCase) -> String {
    if enumCase.payload.isEmpty || enumCase.isOnlyUnit { return enumCase.name.text }
    let bindings = enumCase.payload.indices.map { "let v\($0)" }
    return "\(enumCase.name.text)(\(bindings.joined(separator: ", ")))"
  }

  private func extracted(from enumCase: EnumCase) -> String {
    if enumCase.payload.isEmpty || enumCase.isOnlyUnit { return "()" }
    if enumCase.payload.count == 1 { return "v0" }
    let values = enumCase.payload.enumerated().map { index, element in
      element.prefix + "v\(index)"
    }
    return "(\(values.joined(separator: ", ")))"
  }
}

extension EnumCase {
  /// Whether the only associated value is `Void`. The compiler warns about binding it.
  fileprivate var isOnlyUnit: Bool {
    guard payload.count == 1, case .unit = payload[0].form else { return false }
    return true
  }
}

/// A type name with a different meaning inside `AllCasePaths` than in the enumeration.
private enum ShadowedType: String, CaseIterable {
  case element = "Element"
  case iterator = "Iterator"
  case root = "Root"

  /// The name of the type alias that preserves the meaning in the enumeration.
  var alias: String { "CasePaths\(rawValue)" }

  func isIn(_ type: TypeSyntax) -> Bool {
    type.mentions(rawValue)
  }
}

/// A rewriter that preserves the meaning of a payload's type inside `AllCasePaths`.
private final class PayloadTypeRewriter: SyntaxRewriter {
  private let enumName: String

  init(enumName: String) {
    self.enumName = enumName
  }

  func rewrite(_ element: PayloadElement) -> String {
    var type = element.type
    if let optional = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      type = TypeSyntax(OptionalTypeSyntax(wrappedType: optional.wrappedType))
    }
    let spelling = rewrite(type.trimmed).trimmedDescription
    return type.is(FunctionTypeSyntax.self) ? "(\(spelling))" : spelling
  }

  override func visit(_ node: IdentifierTypeSyntax) -> TypeSyntax {
    var node = node
    if let arguments = node.genericArgumentClause {
      node.genericArgumentClause = visit(arguments)
    }
    if node.name.tokenKind == .keyword(.Self) {
      node.name = .identifier(enumName, trailingTrivia: node.name.trailingTrivia)
    } else if let shadowed = ShadowedType(rawValue: node.name.text) {
      node.name = .identifier(
        "\(enumName).\(shadowed.alias)", trailingTrivia: node.name.trailingTrivia)
    }
    return TypeSyntax(node)
  }
}
