package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// Puts a property's value into a `PresentationState` beside it.
package enum PresentsMacro {}

extension PresentsMacro: AccessorMacro {
  package static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    // What is wrong is said once, by the other role.
    guard case .success(let property) = PresentedProperty.read(declaration) else { return [] }
    let storage = property.storage
    let creation: AccessorDeclSyntax = """
      @storageRestrictions(initializes: \(raw: storage))
      init(initialValue) {
        \(raw: storage) = ComposableArchitecture.PresentationState(wrappedValue: initialValue)
      }
      """
    return [creation] + property.accessors(of: "wrappedValue")
  }
}

extension PresentsMacro: PeerMacro {
  package static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    switch PresentedProperty.read(declaration) {
    case .failure(let misplaced):
      context.diagnose(
        misplaced.misuse, at: misplaced.node, corrections: misplaced.corrections(removing: node))
      return []
    case .success(let property):
      let type = "ComposableArchitecture.PresentationState<\(property.wrappedType)>"
      let accessors = property.accessors(of: "projectedValue")
        .map { "\($0)" }.joined(separator: "\n")
      return [
        """
        \(raw: property.modifiers)var $\(raw: property.name): \(raw: type) {
          \(raw: accessors)
        }
        """,
        "private var \(raw: property.storage) = \(raw: type)(wrappedValue: nil)",
      ]
    }
  }
}
