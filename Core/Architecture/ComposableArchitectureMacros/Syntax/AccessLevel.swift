import SwiftSyntax
import SwiftSyntaxMacros

/// The access level that the generated members of a type need, as a prefix of their declarations.
///
/// Levels below `package` need none: a member is never more visible than its type.
enum AccessLevel: String {
  case `public` = "public "
  case package = "package "
  case implied = ""

  init(of declaration: some DeclGroupSyntax, in context: some MacroExpansionContext) {
    self.init(of: declaration.modifiers, in: context)
  }

  /// Reads the modifiers of a declaration, or those of the extension that it is in.
  init(of modifiers: DeclModifierListSyntax, in context: some MacroExpansionContext) {
    let inherited = context.lexicalContext.first?.as(ExtensionDeclSyntax.self)?.modifiers
    self = Self(modifiers) ?? inherited.flatMap { Self($0) } ?? .implied
  }

  private init?(_ modifiers: DeclModifierListSyntax) {
    for modifier in modifiers {
      switch modifier.name.tokenKind {
      case .keyword(.public), .keyword(.open): self = .public
      case .keyword(.package): self = .package
      case .keyword(.internal), .keyword(.fileprivate), .keyword(.private): self = .implied
      default: continue
      }
      return
    }
    return nil
  }
}

extension DeclGroupSyntax {
  /// The token that hides a nested type from extensions of it, if one does: `private` or, if a type
  /// around it is private, the keyword of this type.
  ///
  /// At the top of a file `private` reaches as far as `fileprivate`, and hides nothing.
  func hidingToken(in context: some MacroExpansionContext) -> TokenSyntax? {
    if context.lexicalContext.isEmpty { return nil }
    if let modifier = modifiers.hiding { return modifier }
    let hidden = context.lexicalContext.dropLast().contains {
      $0.asProtocol((any WithModifiersSyntax).self)?.modifiers.hiding != nil
    }
    return hidden ? introducer : nil
  }

  /// Whether an extension at the top of the file might not say how far the type is seen.
  ///
  /// The compiler takes a type that is nested in a private one for one that the whole module sees,
  /// where a member of an extension has a parameter of it, and then finds that it is not. What is
  /// around a type in an extension is written elsewhere.
  func isOutOfReach(in context: some MacroExpansionContext) -> Bool {
    context.lexicalContext.contains { outer in
      outer.is(ExtensionDeclSyntax.self)
        || outer.asProtocol((any WithModifiersSyntax).self)?.modifiers.arePrivate == true
    }
  }
}

extension DeclModifierListSyntax {
  fileprivate var hiding: TokenSyntax? {
    first { $0.name.tokenKind == .keyword(.private) && $0.detail == nil }?.name
  }

  fileprivate var arePrivate: Bool { contains(where: \.hides) }
}

extension DeclModifierSyntax {
  /// Whether the modifier hides the declaration, or its setter, from other files.
  var hides: Bool { [.keyword(.private), .keyword(.fileprivate)].contains(name.tokenKind) }
}
