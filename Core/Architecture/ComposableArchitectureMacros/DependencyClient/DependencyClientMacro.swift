package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// The macro `@DependencyClient`, which turns closures into endpoints and adds initializers.
package enum DependencyClientMacro {}

extension DependencyClientMacro: MemberAttributeMacro {
  package static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    guard declaration.is(StructDeclSyntax.self), let variable = member.as(VariableDeclSyntax.self),
      variable.mayBeEndpoint, !variable.attributes.contains(named: "DependencyEndpoint"),
      variable.bindings.count == 1, variable.looksLikeEndpoint
    else { return [] }
    return ["@DependencyEndpoint"]
  }
}

extension DependencyClientMacro: MemberMacro {
  package static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard declaration.is(StructDeclSyntax.self) else {
      context.report(.kind(of: declaration, attribute: node, allowed: "a struct"))
      return []
    }
    let members = declaration.memberBlock.members
    let errors = members.compactMap(\.decl.clientError)
    for error in errors { context.report(error) }
    guard errors.isEmpty else { return [] }
    return ClientInitializers(
      properties: declaration.variables.flatMap { ClientProperty.properties(of: $0) },
      access: AccessLevel(of: declaration, in: context),
      declared: members.compactMap { $0.decl.as(InitializerDeclSyntax.self)?.labels }
    ).declarations
  }
}

extension DeclSyntax {
  /// The error for properties that an initializer cannot assign individually.
  fileprivate var clientError: MacroError? {
    if let conditional = self.as(IfConfigDeclSyntax.self), conditional.declaresStorage {
      return MacroError(
        """
        '@DependencyClient' cannot initialize properties that depend on a build flag: move '#if' \
        into the closures that are assigned to them
        """, at: conditional)
    }
    guard let variable = self.as(VariableDeclSyntax.self), variable.bindings.count > 1,
      ClientProperty.properties(of: variable).contains(where: \.isEndpoint)
    else { return nil }
    return MacroError(
      """
      '@DependencyClient' requires each endpoint to be declared on its own: split the declaration
      """, at: variable.bindings)
  }
}

extension VariableDeclSyntax {
  /// Whether the declaration shows that this is a stored closure.
  fileprivate var looksLikeEndpoint: Bool {
    guard let binding = storedBindings.first else { return false }
    if let type = binding.typeAnnotation?.type { return EndpointType(type) != nil }
    return binding.initializer?.value.is(ClosureExprSyntax.self) ?? false
  }
}

extension InitializerDeclSyntax {
  fileprivate var labels: [String] {
    signature.parameterClause.parameters.map(\.firstName.text)
  }
}
