package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// The macro `@DependencyEndpoint`, which makes a closure unimplemented until it is assigned.
package enum DependencyEndpointMacro {}

extension DependencyEndpointMacro: AccessorMacro {
  package static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    // The peer macro reports the errors.
    guard let closure = try? EndpointClosure(declaration, attribute: node) else { return [] }
    guard let endpoint = try? Endpoint(closure, attribute: node) else {
      // Without accessors, the compiler would report their absence as a second error.
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
    return [source.method, source.storage, source.mark, source.callMark].compactMap { $0 }
  }
}

/// The marker `@DependencyEndpointIgnored`, which keeps a closure a plain property.
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
