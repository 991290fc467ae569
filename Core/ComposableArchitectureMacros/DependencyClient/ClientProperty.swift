import SwiftSyntax
import SwiftSyntaxBuilder

/// A stored property of a client, as its initializers take it.
struct ClientProperty {
  /// The name as the source spells it, in backticks if it needs them.
  let name: TokenSyntax
  let isEndpoint: Bool
  /// The type of the parameter; nil where it cannot be told.
  let type: String?
  /// What the property holds unless it is told otherwise.
  let initialValue: ExprSyntax?
  /// Whether others cannot know of the property.
  let isHidden: Bool

  /// Reads the properties that one declaration declares.
  static func properties(of declaration: VariableDeclSyntax) -> [Self] {
    if declaration.modifiers.contains(where: { $0.name.tokenKind == .keyword(.lazy) }) { return [] }
    let bindings = Array(declaration.storedBindings)
    return bindings.enumerated().compactMap { index, binding in
      guard let pattern = binding.pattern.as(IdentifierPatternSyntax.self) else { return nil }
      // In `var a, b: Int` the type stands behind the last.
      let annotation =
        binding.typeAnnotation?.type
        ?? bindings[index...].lazy
        .prefix { $0.initializer == nil }.compactMap { $0.typeAnnotation?.type }.first
      let function = annotation.flatMap { EndpointType($0) }
      return Self(
        name: pattern.identifier.trimmed,
        isEndpoint: function != nil && declaration.mayBeEndpoint,
        type: function.map { "@escaping \($0.spelling)" } ?? annotation?.trimmedDescription
          ?? binding.initializer?.value.typeOfLiteral,
        initialValue: binding.initializer?.value.trimmed ?? annotation?.implicitValue,
        isHidden: declaration.modifiers.contains { $0.isHiding })
    }
  }
}

extension VariableDeclSyntax {
  /// Whether the macro is to mark the property as an endpoint, or its author has.
  var mayBeEndpoint: Bool {
    !attributes.contains(named: "DependencyEndpointIgnored")
  }
}

extension DeclModifierSyntax {
  fileprivate var isHiding: Bool {
    detail == nil
      && (name.tokenKind == .keyword(.private) || name.tokenKind == .keyword(.fileprivate))
  }
}

extension TypeSyntax {
  /// What a variable of the type holds without being told.
  fileprivate var implicitValue: ExprSyntax? {
    self.is(OptionalTypeSyntax.self) || self.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
      ? "nil" : nil
  }
}

extension ExprSyntax {
  /// The type that a literal has where nothing else says so.
  fileprivate var typeOfLiteral: String? {
    if self.is(BooleanLiteralExprSyntax.self) { return "Swift.Bool" }
    if self.is(IntegerLiteralExprSyntax.self) { return "Swift.Int" }
    if self.is(FloatLiteralExprSyntax.self) { return "Swift.Double" }
    if self.is(StringLiteralExprSyntax.self) { return "Swift.String" }
    return nil
  }
}
