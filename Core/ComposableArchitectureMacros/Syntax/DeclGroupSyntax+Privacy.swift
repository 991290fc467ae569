import SwiftSyntax
import SwiftSyntaxMacros

extension DeclGroupSyntax {
  /// The token that hides a nested type from extensions of it, if one does: `private` or, where
  /// that stands at a type around it, the keyword of this type.
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
}

extension DeclModifierListSyntax {
  fileprivate var hiding: TokenSyntax? {
    first { $0.name.tokenKind == .keyword(.private) && $0.detail == nil }?.name
  }
}
