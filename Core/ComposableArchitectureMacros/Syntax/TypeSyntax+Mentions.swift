import SwiftSyntax

extension SyntaxProtocol {
  /// Whether a type's name occurs in this, not as a member of another type.
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
