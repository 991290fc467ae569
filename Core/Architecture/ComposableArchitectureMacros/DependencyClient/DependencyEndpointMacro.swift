package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// Makes a closure of a client report that it is unimplemented until one is assigned.
package enum DependencyEndpointMacro {}

extension DependencyEndpointMacro: AccessorMacro {
  package static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    // The other role reports errors.
    guard let closure = try? EndpointClosure(declaration, attribute: node) else { return [] }
    guard let endpoint = try? Endpoint(closure, attribute: node) else {
      // Accessors that never run keep the compiler from reporting also that there are none.
      return ["get { Swift.fatalError() }", "set {}"]
    }
    return EndpointSource(endpoint, in: context).accessors
  }
}

extension DependencyEndpointMacro: PeerMacro {
  package static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let endpoint = context.reporting { () throws(MacroError) in
      try Endpoint(EndpointClosure(declaration, attribute: node), attribute: node)
    }
    guard let endpoint else { return [] }
    let source = EndpointSource(endpoint, in: context)
    return [source.method, source.storage, source.mark].compactMap { $0 }
  }
}

/// Marks a closure of a client as a plain property.
package enum DependencyEndpointIgnoredMacro: PeerMacro {
  package static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let variable = declaration.as(VariableDeclSyntax.self)
    if variable?.storedBindings.isEmpty ?? true {
      context.report(
        MacroError(
          "'@DependencyEndpointIgnored' can only be applied to a stored property of a client",
          at: declaration, fixIts: [.remove(node)]))
    }
    return []
  }
}
