package import SwiftSyntax
package import SwiftSyntaxMacros

/// Marks what a field or a case was in older logs; `@Recordable` reads the mark.
package enum RecordedAsMacro {}

extension RecordedAsMacro: PeerMacro {
  package static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let isConverting = node.arguments?.as(LabeledExprListSyntax.self)?.count ?? 0 > 1
    if declaration.is(EnumCaseDeclSyntax.self) {
      if isConverting {
        context.diagnose(RecordableMisuse.convertedCase, at: node, corrections: [.remove(node)])
      }
    } else if declaration.as(VariableDeclSyntax.self)?.storedBindings.count != 1 {
      context.diagnose(RecordableMisuse.misplacedFormerName, at: node, corrections: [.remove(node)])
    }
    return []
  }
}
