package import SwiftSyntax
package import SwiftSyntaxMacros

/// Marks a case of an enumeration of reducers; `@Reducer` reads the mark.
package enum ReducerCaseMacro {}

extension ReducerCaseMacro: PeerMacro {
  package static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    if !declaration.is(EnumCaseDeclSyntax.self) {
      context.diagnose(
        ReducerMisuse.notACase(attribute: node.baseName), at: node, corrections: [.remove(node)])
    }
    return []
  }
}
