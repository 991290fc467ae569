package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// Makes a closure of a client report itself until something is assigned to it.
package enum DependencyEndpointMacro {}

extension DependencyEndpointMacro: AccessorMacro {
  package static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    switch Endpoint.read(declaration, marked: node) {
    case .success(let endpoint):
      return EndpointSource(endpoint, in: context).accessors
    case .failure(let error):
      // What is wrong is said once, by the other role. Accessors that never run keep the compiler
      // from saying also that there are none.
      return error.diagnostic.isOfClosure ? ["get { Swift.fatalError() }", "set {}"] : []
    }
  }
}

extension DependencyEndpointMacro: PeerMacro {
  package static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    switch Endpoint.read(declaration, marked: node) {
    case .failure(let error):
      context.diagnose(error.diagnostic, at: error.node, fixIts: error.fixIts)
      return []
    case .success(let endpoint):
      let source = EndpointSource(endpoint, in: context)
      return [source.method, source.storage, source.mark].compactMap { $0 }
    }
  }
}
