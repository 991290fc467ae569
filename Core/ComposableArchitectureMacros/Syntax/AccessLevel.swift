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
    let inherited = context.lexicalContext.first?.as(ExtensionDeclSyntax.self)?.modifiers
    self = Self(declaration.modifiers) ?? inherited.flatMap { Self($0) } ?? .implied
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
