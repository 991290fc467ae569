import SwiftDiagnostics
package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// Writes `AllCasePaths`, with a case path for each case of an enumeration.
package enum CasePathableMacro {}

extension CasePathableMacro: ExtensionMacro {
  package static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    // What is wrong is said once, by the other role.
    guard let declaration = declaration.as(EnumDeclSyntax.self), !protocols.isEmpty,
      EnumCases(declaration.memberBlock.members).overloads.isEmpty,
      declaration.hidingToken(in: context) == nil
    else { return [] }
    return [
      try ExtensionDeclSyntax(
        """
        \(raw: declaration.availability(in: context))\
        extension \(type.trimmed): CaseKeyPaths.CasePathIterable {}
        """)
    ]
  }
}

extension CasePathableMacro: MemberMacro {
  package static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let declaration = declaration.as(EnumDeclSyntax.self) else {
      context.diagnose(
        CasePathableDiagnostic.notAnEnum(keyword: declaration.introducer.text),
        at: declaration.introducer, fixIts: [.remove(node)])
      return []
    }
    let cases = EnumCases(declaration.memberBlock.members)
    let overloads = cases.overloads
    for name in overloads {
      context.diagnose(CasePathableDiagnostic.overload(name: name.text), at: name)
    }
    guard overloads.isEmpty,
      !HiddenType.isReported(for: declaration, macro: node, in: context)
    else { return [] }
    return CasePathsSource(
      name: declaration.name.text, cases: cases.usable,
      access: AccessLevel(of: declaration, in: context)
    ).declarations
  }
}

/// An error about a use of `@CasePathable` that cannot be expanded.
enum CasePathableDiagnostic: Sendable {
  /// The type has no cases; the keyword says what it is.
  case notAnEnum(keyword: String)
  /// The name of the case is that of a case before it.
  case overload(name: String)
}

extension CasePathableDiagnostic: MacroDiagnostic {
  var identifier: String {
    switch self {
    case .notAnEnum: "casePathable.notAnEnum"
    case .overload: "casePathable.overload"
    }
  }

  var message: String {
    switch self {
    case .notAnEnum(let keyword):
      "'@CasePathable' cannot be applied to \(keyword.withArticle): only an enum has cases"
    case .overload(let name):
      """
      '@CasePathable' cannot tell two cases named '\(name)' apart: a key path names a case \
      without its labels; rename one of them
      """
    }
  }
}

extension String {
  /// A keyword behind its article.
  var withArticle: String {
    ("aeiou".contains(first ?? " ") ? "an '" : "a '") + self + "'"
  }
}
