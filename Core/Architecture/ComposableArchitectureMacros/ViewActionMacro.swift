package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// The macro `@ViewAction`, which lets a type with a store send the view actions of a feature.
package enum ViewActionMacro {}

extension ViewActionMacro: ExtensionMacro {
  package static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard declaration.hasStore else {
      context.report(
        MacroError(
          """
          '@ViewAction' needs a property named 'store', to which it sends actions; add \
          'let store: StoreOf<…>'
          """, at: declaration.introducer))
      return []
    }
    guard !context.reportsHidden(declaration, from: node), !protocols.isEmpty else { return [] }
    return try declaration.extending(
      type, by: "ComposableArchitecture.ViewActionSending", in: context)
  }
}

extension DeclGroupSyntax {
  fileprivate var hasStore: Bool {
    variables.flatMap(\.bindings).contains { $0.pattern.trimmedDescription == "store" }
  }
}
