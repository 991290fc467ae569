import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension AttributeListSyntax {
  /// The attributes outside of `#if`.
  var unconditional: [AttributeSyntax] {
    compactMap { $0.as(AttributeSyntax.self) }
  }

  /// Returns whether an attribute has the name, with or without a module.
  func contains(named name: String) -> Bool {
    unconditional.contains { $0.baseName == name }
  }

  var availability: [AttributeSyntax] {
    unconditional.filter { $0.baseName == "available" }.map(\.trimmed)
  }
}

extension [AttributeSyntax] {
  /// The attribute that lets generated code use deprecated declarations without a warning.
  var silence: String {
    contains { $0.has(argument: "deprecated") } ? "@available(*, deprecated) " : ""
  }

  /// Whether the declaration is unavailable, at least on some platform.
  var areUnavailable: Bool {
    contains { $0.has(argument: "unavailable") }
  }

  var areUnavailableEverywhere: Bool {
    contains { $0.has(argument: "unavailable") && $0.has(argument: "*") }
  }
}

extension AttributeSyntax {
  /// The last component of the attribute's name, without generic arguments.
  var baseName: String {
    attributeName.baseName
  }

  func argument(labeled label: String) -> ExprSyntax? {
    arguments?.as(LabeledExprListSyntax.self)?.first { $0.label?.text == label }?.expression
  }

  fileprivate func has(argument: String) -> Bool {
    arguments?.tokens(viewMode: .sourceAccurate).contains { $0.text == argument } ?? false
  }
}

extension DeclGroupSyntax {
  func states(conformanceTo name: String) -> Bool {
    inheritanceClause?.inheritedTypes.contains { $0.type.baseName == name } ?? false
  }

  /// Returns the `@available` attributes of the type and its enclosing types, for an extension.
  private func availability(in context: some MacroExpansionContext) -> String {
    let outer = context.lexicalContext.compactMap {
      $0.asProtocol((any WithAttributesSyntax).self)?.attributes.availability
    }
    return (outer.reversed().joined() + attributes.availability)
      .map { "\($0)\n" }.joined()
  }

  /// Returns an extension that adds a conformance and has the availability of the type.
  func extending(
    _ type: some TypeSyntaxProtocol, by conformance: String, members: String = "",
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    [
      try ExtensionDeclSyntax(
        """
        \(raw: availability(in: context))\
        extension \(type.trimmed): \(raw: conformance) \
        \(raw: members.isEmpty ? "{}" : "{\n\(members)\n}")
        """)
    ]
  }
}
