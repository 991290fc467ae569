import SwiftIfConfig
import SwiftSyntax

/// Finds the mentions of names that a file may take from elsewhere: types, and values with a
/// capital letter. Mentions within cuts and in regions that Linux does not compile are left out.
final class NameFinder: SyntaxVisitor {
  private let cuts: Cuts
  private let regions: ConfiguredRegions
  private(set) var mentions: [(name: String, offset: Int)] = []

  init(cuts: Cuts, regions: ConfiguredRegions) {
    self.cuts = cuts
    self.regions = regions
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: IfConfigClauseSyntax) -> SyntaxVisitorContinueKind {
    regions.isActive(node) == .active ? .visitChildren : .skipChildren
  }

  /// Names of attributes may be macros, which are not types.
  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind {
    if let arguments = node.arguments { walk(arguments) }
    return .skipChildren
  }

  override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
    add(node.name)
    return .visitChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    let isMember = node.parent?.as(MemberAccessExprSyntax.self)?.declName.id == node.id
    let isComponent = node.parent?.is(KeyPathPropertyComponentSyntax.self) == true
    if !isMember, !isComponent { add(node.baseName) }
    return .skipChildren
  }

  private func add(_ token: TokenSyntax) {
    guard case .identifier(let name) = token.tokenKind, name.first?.isUppercase == true else {
      return
    }
    let offset = token.positionAfterSkippingLeadingTrivia.utf8Offset
    if !cuts.contains(offset) { mentions.append((name, offset)) }
  }
}
