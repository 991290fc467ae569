import SwiftSyntax
import SwiftSyntaxBuilder

struct ClientInitializers {
  let properties: [ClientProperty]
  let access: AccessLevel
  /// The argument labels of each initializer that the author declared.
  let declared: [[String]]

  var declarations: [DeclSyntax] {
    // A property keeps its initial value if its type is unknown or other files cannot see it.
    let parameters = properties.filter {
      $0.isEndpoint || $0.initialValue == nil || ($0.type != nil && !$0.isHidden)
    }
    let required = properties.filter { !$0.isEndpoint && $0.initialValue == nil }
    var all = [initializer(of: parameters, documentation: "Creates a client from its endpoints.")]
    if properties.contains(where: \.isEndpoint) {
      all.append(
        initializer(
          of: required, documentation: "Creates a client whose endpoints are unimplemented."))
    }
    return all.compactMap { $0 }
  }

  private func initializer(
    of properties: [ClientProperty], documentation: String
  ) -> DeclSyntax? {
    guard !declared.contains(properties.map(\.name.text)) else { return nil }
    let parameters = properties.map { property in
      let value = property.isEndpoint ? nil : property.initialValue
      return "\(property.name.text): \(property.type ?? "_")\(value.map { " = \($0)" } ?? "")"
    }
    // Endpoints may be computed, and can be assigned only after all stored properties.
    let assigned = properties.filter { !$0.isEndpoint } + properties.filter(\.isEndpoint)
    var lines = access == .public ? ["/// \(documentation)"] : []
    lines.append("\(access.rawValue)init(")
    if !parameters.isEmpty { lines.append(parameters.joined(separator: ",\n")) }
    lines.append(") {")
    lines += assigned.map { "self.\($0.name.text) = \($0.name.text)" }
    lines.append("}")
    return "\(raw: lines.joined(separator: "\n"))"
  }
}

/// A stored property of a client, with its role in the initializers.
struct ClientProperty {
  /// The name as spelled in the source, with backticks if it needs them.
  let name: TokenSyntax
  let isEndpoint: Bool
  /// The type of the parameter, or `nil` if the source does not show it.
  let type: String?
  /// The initial value, including the implicit `nil` of an optional property.
  let initialValue: ExprSyntax?
  let isHidden: Bool

  static func properties(of declaration: VariableDeclSyntax) -> [Self] {
    if declaration.modifiers.contains(where: { $0.name.tokenKind == .keyword(.lazy) }) { return [] }
    // A dependency has its own value, which nobody can assign.
    if declaration.attributes.contains(named: "Dependency") { return [] }
    return declaration.storedBindings.compactMap { binding in
      guard let name = binding.identifier else { return nil }
      let annotation = declaration.type(of: binding)
      let function = annotation.flatMap { EndpointType($0) }
      return Self(
        name: name.trimmed,
        isEndpoint: function != nil && declaration.mayBeEndpoint,
        type: function.map { "@escaping \($0.spelling)" } ?? annotation?.trimmedDescription
          ?? binding.initializer?.value.typeOfLiteral,
        initialValue: binding.initializer?.value.trimmed ?? annotation?.implicitValue,
        isHidden: declaration.modifiers.contains { $0.hides && $0.detail == nil })
    }
  }
}

extension VariableDeclSyntax {
  var mayBeEndpoint: Bool {
    !attributes.contains(named: "DependencyEndpointIgnored")
      && !attributes.contains(named: "Dependency")
  }
}

extension TypeSyntax {
  /// The value of a variable of this type that has no initializer.
  fileprivate var implicitValue: ExprSyntax? {
    self.is(OptionalTypeSyntax.self) || self.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
      ? "nil" : nil
  }
}

extension ExprSyntax {
  fileprivate var typeOfLiteral: String? {
    if self.is(BooleanLiteralExprSyntax.self) { return "Swift.Bool" }
    if self.is(IntegerLiteralExprSyntax.self) { return "Swift.Int" }
    if self.is(FloatLiteralExprSyntax.self) { return "Swift.Double" }
    if self.is(StringLiteralExprSyntax.self) { return "Swift.String" }
    return nil
  }
}
