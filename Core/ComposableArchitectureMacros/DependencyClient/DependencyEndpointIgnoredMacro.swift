package import SwiftSyntax
package import SwiftSyntaxMacros

/// Marks a closure of a client as a plain property.
package enum DependencyEndpointIgnoredMacro: PeerMacro {
  package static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let variable = declaration.as(VariableDeclSyntax.self)
    if variable?.storedBindings.isEmpty ?? true {
      context.diagnose(
        DependencyClientDiagnostic.notAProperty, at: declaration, fixIts: [.remove(node)])
    }
    return []
  }
}
