package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// The macro `@CasePathable`, which generates `AllCasePaths` with a case path for each case.
package enum CasePathableMacro {}

extension CasePathableMacro: ExtensionMacro {
  package static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    // The member macro reports the errors.
    guard let declaration = declaration.as(EnumDeclSyntax.self), !protocols.isEmpty,
      EnumCases(declaration.memberBlock.members).overloads.isEmpty,
      declaration.hidingToken(in: context) == nil
    else { return [] }
    return try declaration.extending(type, by: "CaseKeyPaths.CasePathIterable", in: context)
  }
}

extension CasePathableMacro: MemberMacro {
  package static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let declaration = declaration.as(EnumDeclSyntax.self) else {
      let keyword = declaration.introducer
      context.report(
        MacroError(
          "'@CasePathable' cannot be applied to \(keyword.withArticle): only an enum has cases",
          at: keyword, fixIts: [.remove(node)]))
      return []
    }
    let cases = EnumCases(declaration.memberBlock.members)
    let overloads = cases.overloads
    for name in overloads {
      context.report(
        MacroError(
          """
          '@CasePathable' cannot tell two cases named '\(name.text)' apart: a key path names a \
          case without its labels; rename one of them
          """, at: name))
    }
    guard overloads.isEmpty, !context.reportsHidden(declaration, from: node) else { return [] }
    return CasePathsSource(
      name: declaration.name.text, cases: cases.usable,
      access: AccessLevel(of: declaration, in: context)
    ).declarations
  }
}
