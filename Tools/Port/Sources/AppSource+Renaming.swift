import SwiftSyntax

extension AppSource {
  /// Returns the file with other names for modules, in its imports and before the names of
  /// declarations. A longer name moves the rest of its line.
  func renaming(_ modules: [String: String], types: DeclaredNames) -> AppSource {
    let finder = ModuleNameFinder(modules, types: types)
    finder.walk(tree)
    return blanked(by: finder.cuts)
  }
}

/// Finds the names of modules in a file.
private final class ModuleNameFinder: SyntaxVisitor {
  private let modules: [String: String]
  private let types: DeclaredNames
  private(set) var cuts = Cuts()

  init(_ modules: [String: String], types: DeclaredNames) {
    self.modules = modules
    self.types = types
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
    rename(node.path.first?.name)
    return .skipChildren
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    renameQualifier(node.base?.as(DeclReferenceExprSyntax.self)?.baseName)
  }

  override func visit(_ node: MemberTypeSyntax) -> SyntaxVisitorContinueKind {
    renameQualifier(node.baseType.as(IdentifierTypeSyntax.self)?.name)
  }

  /// Renames the name before a member, unless the app has a type with this name.
  private func renameQualifier(_ token: TokenSyntax?) -> SyntaxVisitorContinueKind {
    if let token, types.types[token.text] == nil { rename(token) }
    return .visitChildren
  }

  private func rename(_ token: TokenSyntax?) {
    guard let token, let name = modules[token.text] else { return }
    cuts.add(
      Cut(
        range: token.span, kind: .framework, name: token.text, reason: "", line: 0,
        replacement: name))
  }
}
