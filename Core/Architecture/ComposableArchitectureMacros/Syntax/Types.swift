import SwiftSyntax

extension TypeSyntax {
  /// The unqualified name of the type without generic arguments, or the whole type if it has none.
  var baseName: String {
    if let type = self.as(IdentifierTypeSyntax.self) { return type.name.text }
    if let type = self.as(MemberTypeSyntax.self) { return type.name.text }
    return trimmedDescription
  }

  var isVoid: Bool { ["()", "Void", "Swift.Void"].contains(trimmedDescription) }

  var wrapped: TypeSyntax? {
    if let type = self.as(OptionalTypeSyntax.self) { return type.wrappedType }
    if let type = self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) { return type.wrappedType }
    guard let type = self.as(IdentifierTypeSyntax.self), type.name.text == "Optional" else {
      return nil
    }
    return type.genericArgumentClause?.arguments.first?.argument.as(TypeSyntax.self)
  }
}

extension SyntaxProtocol {
  /// Returns whether a type name occurs in the node other than as a member of a type.
  func mentions(_ name: String) -> Bool {
    let finder = NameFinder(name)
    finder.walk(self)
    return finder.hasFound
  }
}

private final class NameFinder: SyntaxVisitor {
  private let name: String
  private(set) var hasFound = false

  init(_ name: String) {
    self.name = name
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
    hasFound = hasFound || node.name.text == name
    return .visitChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    hasFound = hasFound || node.baseName.text == name
    return .visitChildren
  }
}
