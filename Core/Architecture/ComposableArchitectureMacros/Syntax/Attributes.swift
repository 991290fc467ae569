import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension AttributeListSyntax {
  /// The attributes, without those that only some build flags turn on.
  var unconditional: [AttributeSyntax] {
    compactMap { $0.as(AttributeSyntax.self) }
  }

  /// Whether an attribute has a name, qualified by a module or not.
  func contains(named name: String) -> Bool {
    unconditional.contains { $0.baseName == name }
  }

  /// The attributes that limit where a declaration is available.
  var availability: [AttributeSyntax] {
    unconditional.filter { $0.baseName == "available" }.map(\.trimmed)
  }
}

extension [AttributeSyntax] {
  /// The attribute that lets generated code use what these attributes deprecate without a warning.
  var silence: String {
    contains { $0.has(argument: "deprecated") } ? "@available(*, deprecated) " : ""
  }

  /// Whether what has the attributes cannot be used, at least on some platform.
  var areUnavailable: Bool {
    contains { $0.has(argument: "unavailable") }
  }

  /// Whether what has the attributes cannot be used on any platform.
  var areUnavailableEverywhere: Bool {
    contains { $0.has(argument: "unavailable") && $0.has(argument: "*") }
  }
}

extension AttributeSyntax {
  /// The last part of the attribute's name, without generic arguments.
  var baseName: String {
    attributeName.baseName
  }

  /// The value of a labeled argument.
  func argument(labeled label: String) -> ExprSyntax? {
    arguments?.as(LabeledExprListSyntax.self)?.first { $0.label?.text == label }?.expression
  }

  /// Whether a word occurs in the arguments.
  fileprivate func has(argument: String) -> Bool {
    arguments?.tokens(viewMode: .sourceAccurate).contains { $0.text == argument } ?? false
  }
}

extension DeclGroupSyntax {
  /// Whether a conformance is stated where the type is declared.
  func states(conformanceTo name: String) -> Bool {
    inheritanceClause?.inheritedTypes.contains { $0.type.baseName == name } ?? false
  }

  /// The `@available` attributes of the type and of the types around it, which an extension of it
  /// needs as well.
  private func availability(in context: some MacroExpansionContext) -> String {
    let outer = context.lexicalContext.compactMap {
      $0.asProtocol((any WithAttributesSyntax).self)?.attributes.availability
    }
    return (outer.reversed().joined() + attributes.availability)
      .map { "\($0)\n" }.joined()
  }

  /// Returns an extension that adds a conformance, and is available where the type is.
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
