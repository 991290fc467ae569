import SwiftSyntax

/// A parameter of an endpoint.
struct EndpointParameter {
  /// The name that the endpoint's type gives it, as in `(_ id: Int) -> User`.
  let label: String?
  /// The name that generated code gives it.
  let name: String
  let type: TypeSyntax
  /// The parameter as the source has it.
  let syntax: TupleTypeElementSyntax
  let isInout: Bool

  init(_ element: TupleTypeElementSyntax, position: Int) {
    label = element.secondName.flatMap { $0.tokenKind == .wildcard ? nil : $0.text }
    name = "p\(position)"
    type = element.type
    syntax = element
    isInout =
      element.inoutKeyword != nil
      || element.type.as(AttributedTypeSyntax.self)?.specifiers
        .contains { $0.trimmedDescription == "inout" } ?? false
  }

  /// Whether the parameter takes any number of values.
  var isVariadic: Bool { syntax.ellipsis != nil }

  /// The parameter of the method that calls the endpoint.
  var declaration: String {
    let specifier = isInout && !type.trimmedDescription.hasPrefix("inout") ? "inout " : ""
    return "\(label ?? "_") \(name): \(specifier)\(type.trimmedDescription)"
  }

  /// What hands the parameter on to another function of the same type.
  var argument: String {
    if isInout { return "&\(name)" }
    let isAutoclosure =
      type.as(AttributedTypeSyntax.self)?.attributes.contains(named: "autoclosure") ?? false
    return isAutoclosure ? "\(name)()" : name
  }
}
