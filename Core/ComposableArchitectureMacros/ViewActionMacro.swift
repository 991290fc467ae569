import SwiftDiagnostics
package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// Makes a type with a store send the view's actions of a feature.
package enum ViewActionMacro {}

extension ViewActionMacro: ExtensionMacro {
  package static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard declaration.hasStore else {
      context.diagnose(ViewActionDiagnostic.noStore, at: declaration.introducer)
      return []
    }
    guard !HiddenType.isReported(for: declaration, macro: node, in: context), !protocols.isEmpty
    else { return [] }
    return [
      try ExtensionDeclSyntax(
        """
        \(raw: declaration.availability(in: context))\
        extension \(type.trimmed): ComposableArchitecture.ViewActionSending {}
        """)
    ]
  }
}

extension DeclGroupSyntax {
  fileprivate var hasStore: Bool {
    memberBlock.members
      .compactMap { $0.decl.as(VariableDeclSyntax.self) }
      .flatMap(\.bindings)
      .contains { $0.pattern.trimmedDescription == "store" }
  }
}

/// A use of `@ViewAction` that cannot be expanded.
enum ViewActionDiagnostic: Sendable {
  /// The type has no store to send actions to.
  case noStore
}

extension ViewActionDiagnostic: MacroDiagnostic {
  var identifier: String { "viewAction.noStore" }

  var message: String {
    """
    '@ViewAction' needs a property named 'store', to which it sends actions; add \
    'let store: StoreOf<…>'
    """
  }
}
