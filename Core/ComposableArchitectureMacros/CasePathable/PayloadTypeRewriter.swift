import SwiftSyntax

/// A name that means another type within `AllCasePaths` than it means in the enumeration.
enum ShadowedType: String, CaseIterable {
  case element = "Element"
  case iterator = "Iterator"
  case root = "Root"

  /// The name under which the enumeration's own meaning can be reached from within.
  var alias: String { "CasePaths\(rawValue)" }

  /// Whether a type mentions the name.
  func isIn(_ type: TypeSyntax) -> Bool {
    type.mentions(rawValue)
  }
}

/// Spells the type of a payload so that it means the same within `AllCasePaths`.
final class PayloadTypeRewriter: SyntaxRewriter {
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
