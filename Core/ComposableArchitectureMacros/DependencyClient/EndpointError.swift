import SwiftSyntax

/// Why a property cannot be an endpoint, with the piece of source at fault and its fix-its.
struct EndpointError: Error {
  let diagnostic: DependencyClientDiagnostic
  let node: Syntax
  let fixIts: [MacroFixIt]

  init(_ diagnostic: DependencyClientDiagnostic, at node: Syntax, _ fixIts: [MacroFixIt]) {
    self.diagnostic = diagnostic
    self.node = node
    self.fixIts = fixIts
  }
}
