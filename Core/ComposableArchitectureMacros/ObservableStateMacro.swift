import SwiftDiagnostics
package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// Makes a state observable part by part, and tells which parts are not.
package enum ObservableStateMacro {}

extension ObservableStateMacro: ExtensionMacro {
  package static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard declaration.is(StructDeclSyntax.self) || declaration.is(EnumDeclSyntax.self) else {
      let keyword = declaration.introducer
      let canBeStruct = [.keyword(.class), .keyword(.actor)].contains(keyword.tokenKind)
      context.diagnose(
        ObservableStateDiagnostic.notAValue(keyword: keyword.text), at: keyword,
        fixIts: (canBeStruct ? [.makeStruct(keyword: keyword)] : []) + [.remove(node)])
      return []
    }
    guard !HiddenType.isReported(for: declaration, macro: node, in: context), !protocols.isEmpty
    else { return [] }
    let access = AccessLevel(of: declaration, in: context)
    let ignored = ignoredFields(of: declaration)
    let members =
      ignored.isEmpty
      ? "{}"
      : """
      {
      \(access.rawValue)static var _$ignoredFields: Swift.Set<Swift.PartialKeyPath<Self>> {
      [\(ignored.map { "\\.\($0)" }.joined(separator: ", "))]
      }
      }
      """
    return [
      try ExtensionDeclSyntax(
        """
        \(raw: declaration.availability(in: context))\
        extension \(type.trimmed): ComposableArchitecture.ObservableState \(raw: members)
        """)
    ]
  }

  private static func ignoredFields(of declaration: some DeclGroupSyntax) -> [String] {
    declaration.memberBlock.members
      .compactMap { $0.decl.as(VariableDeclSyntax.self) }
      .filter { $0.attributes.contains(named: "ObservationStateIgnored") }
      .flatMap(\.bindings)
      .compactMap { $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.text }
  }
}

/// Marks a part of an observable state; `@ObservableState` reads the mark.
package enum ObservationStateMarkMacro {}

extension ObservationStateMarkMacro: PeerMacro {
  package static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    if !declaration.is(VariableDeclSyntax.self) {
      context.diagnose(
        ObservableStateDiagnostic.notAProperty(attribute: node.baseName), at: node,
        fixIts: [.remove(node)])
    }
    return []
  }
}

/// An error about a use of `@ObservableState`, or of an attribute of its properties.
enum ObservableStateDiagnostic: Sendable {
  /// The type is neither a structure nor an enumeration; the keyword says what it is.
  case notAValue(keyword: String)
  /// The mark of a property stands at something else.
  case notAProperty(attribute: String)
}

extension ObservableStateDiagnostic: MacroDiagnostic {
  var identifier: String {
    switch self {
    case .notAValue: "observableState.notAValue"
    case .notAProperty: "observableState.notAProperty"
    }
  }

  var message: String {
    switch self {
    case .notAValue(let keyword):
      """
      '@ObservableState' can only be applied to a struct or an enum, not to \
      \(keyword.withArticle): a state is a value
      """
    case .notAProperty(let attribute):
      "'@\(attribute)' can only be applied to a property of a state that is '@ObservableState'"
    }
  }
}
