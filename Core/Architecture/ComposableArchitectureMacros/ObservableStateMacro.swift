package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// The macro `@ObservableState`, which adds the conformance and lists the ignored properties.
package enum ObservableStateMacro {}

extension ObservableStateMacro: ExtensionMacro {
  package static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard declaration.is(StructDeclSyntax.self) || declaration.is(EnumDeclSyntax.self) else {
      context.report(
        .kind(
          of: declaration, attribute: node, allowed: "a struct or an enum",
          reason: ": a state is a value"))
      return []
    }
    guard !context.reportsHidden(declaration, from: node), !protocols.isEmpty else { return [] }
    let access = AccessLevel(of: declaration, in: context)
    let ignored = ignoredFields(of: declaration)
    let members =
      ignored.isEmpty
      ? ""
      : """
      \(access.rawValue)static var _$ignoredFields: Swift.Set<Swift.PartialKeyPath<Self>> {
      [\(ignored.map { "\\.\($0)" }.joined(separator: ", "))]
      }
      """
    return try declaration.extending(
      type, by: "ComposableArchitecture.ObservableState", members: members, in: context)
  }

  private static func ignoredFields(of declaration: some DeclGroupSyntax) -> [String] {
    declaration.variables
      .filter { $0.attributes.contains(named: "ObservationStateIgnored") }
      .flatMap(\.bindings).compactMap(\.identifier?.text)
  }
}

/// The markers of observed and ignored properties, which `@ObservableState` reads.
package enum ObservationStateMarkMacro {}

extension ObservationStateMarkMacro: PeerMacro {
  package static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    if !declaration.is(VariableDeclSyntax.self) {
      context.report(
        MacroError(
          """
          '@\(node.baseName)' can only be applied to a property of a state that is \
          '@ObservableState'
          """,
          at: node, fixIts: [.remove(node)]))
    }
    return []
  }
}
