package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// Gives a structure of closures an unimplemented version, and initializers.
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
      let keyword = declaration.introducer
      let isReference = declaration.is(ClassDeclSyntax.self) || declaration.is(ActorDeclSyntax.self)
      context.diagnose(
        DependencyClientDiagnostic.notAStruct(keyword: keyword.text), at: keyword,
        fixIts: (isReference ? [.makeStruct(keyword: keyword)] : []) + [.remove(node)])
      return []
    }
    let members = declaration.memberBlock.members
    guard isInitializable(members, in: context) else { return [] }
    return ClientInitializers(
      properties: members.compactMap { $0.decl.as(VariableDeclSyntax.self) }
        .flatMap { ClientProperty.properties(of: $0) },
      access: AccessLevel(of: declaration, in: context),
      declared: members.compactMap { $0.decl.as(InitializerDeclSyntax.self)?.labels }
    ).declarations
  }

  /// Whether the properties can be initialized one by one; if not, says why.
  private static func isInitializable(
    _ members: MemberBlockItemListSyntax, in context: some MacroExpansionContext
  ) -> Bool {
    var isInitializable = true
    for member in members {
      if let conditional = member.decl.as(IfConfigDeclSyntax.self), conditional.declaresStorage {
        context.diagnose(DependencyClientDiagnostic.conditional, at: conditional)
        isInitializable = false
      }
      if let variable = member.decl.as(VariableDeclSyntax.self), variable.bindings.count > 1,
        ClientProperty.properties(of: variable).contains(where: \.isEndpoint)
      {
        context.diagnose(DependencyClientDiagnostic.severalEndpoints, at: variable.bindings)
        isInitializable = false
      }
    }
    return isInitializable
  }
}

extension VariableDeclSyntax {
  /// Whether the property is stored and a closure, as far as its declaration shows.
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
