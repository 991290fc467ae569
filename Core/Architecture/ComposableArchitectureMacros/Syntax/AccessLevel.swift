import SwiftSyntax
import SwiftSyntaxMacros

/// The access level of a type's generated members, as a prefix of their declarations.
///
/// Levels below `package` need no prefix, because a member is never more visible than its type.
enum AccessLevel: String {
  case `public` = "public "
  case package = "package "
  case implied = ""

  init(of declaration: some DeclGroupSyntax, in context: some MacroExpansionContext) {
    self.init(of: declaration.modifiers, in: context)
  }

  /// Creates an access level from the modifiers of a declaration or of the enclosing extension.
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
  /// Returns the token that hides a nested type from its extensions: `private` or a type's keyword.
  ///
  /// The keyword means that an enclosing type is private. At file scope, `private` hides nothing.
  func hidingToken(in context: some MacroExpansionContext) -> TokenSyntax? {
    if context.lexicalContext.isEmpty { return nil }
    if let modifier = modifiers.hiding { return modifier }
    let hidden = context.lexicalContext.dropLast().contains {
      $0.asProtocol((any WithModifiersSyntax).self)?.modifiers.hiding != nil
    }
    return hidden ? introducer : nil
  }

  /// Returns whether an extension may be unable to declare a method with a parameter of the type.
  ///
  /// The compiler treats a type inside a private one as internal, and then rejects the method as
  /// too visible. The types that enclose an extended type are unknown.
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
