import SwiftIfConfig
import SwiftSyntax

/// Finds the mentions of names that a file may take from elsewhere: types, and values with a
/// capital letter. Mentions within cuts and in regions that Linux does not compile are left out.
final class NameFinder: SyntaxVisitor {
  private let names: DeclaredNames
  private let modules: (String) -> Bool
  private let cuts: Cuts
  private let regions: ConfiguredRegions
  private(set) var mentions: [Mention] = []

  struct Mention {
    let name: String
    let offset: Int
    /// Whether a class without members is enough: as a type, or to create a value.
    let isOpaque: Bool
  }

  init(
    names: DeclaredNames, modules: @escaping (String) -> Bool, cuts: Cuts,
    regions: ConfiguredRegions
  ) {
    self.names = names
    self.modules = modules
    self.cuts = cuts
    self.regions = regions
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
    // A condition has names of its own.
    if let elements = regions.activeClause(for: node)?.elements { walk(elements) }
    return .skipChildren
  }

  /// Names of attributes may be macros, which are not types.
  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind {
    if let arguments = node.arguments { walk(arguments) }
    return .skipChildren
  }

  override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
    add(node.name, isOpaque: true)
    return .visitChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    let isMember = node.parent?.as(MemberAccessExprSyntax.self)?.declName.id == node.id
    let isComponent = node.parent?.is(KeyPathPropertyComponentSyntax.self) == true
    let call = node.parent?.as(FunctionCallExprSyntax.self)
    let isCreated = call?.arguments.isEmpty == true && call?.trailingClosure == nil
    if !isMember, !isComponent { add(node.baseName, isOpaque: isCreated) }
    return .skipChildren
  }

  /// Names of parameters and members of types in libraries, which extensions of these types use.
  private static let parameters = Set(
    """
    Action Base Body Bound Content Data Duration Element Environment Failure ID Index Indices \
    Input Instant Iterator Key Label Output RawValue Root Scalar State Stride SubSequence Success \
    Tag Value Wrapped
    """.split(separator: " ").map(String.init))

  private func add(_ token: TokenSyntax, isOpaque: Bool) {
    guard case .identifier(let name) = token.tokenKind, name.first?.isUppercase == true else {
      return
    }
    guard !Self.parameters.contains(name), !modules(name), !names.isMember(name, at: token) else {
      return
    }
    let offset = token.positionAfterSkippingLeadingTrivia.utf8Offset
    if !cuts.contains(offset) {
      mentions.append(Mention(name: name, offset: offset, isOpaque: isOpaque))
    }
  }
}
