import SwiftSyntax

/// The function type of an endpoint, as the source has it.
struct EndpointType {
  /// The type with its attributes, trimmed.
  let spelling: String
  let parameters: [EndpointParameter]
  let result: TypeSyntax
  private let function: FunctionTypeSyntax
  private let attributes: [AttributeSyntax]

  /// Reads a type, or returns `nil` if it isn't a function.
  init?(_ type: TypeSyntax) {
    guard let (function, attributes) = type.asFunction else { return nil }
    self.function = function
    self.attributes = attributes
    spelling = type.trimmedDescription
    parameters = function.parameters.enumerated().map {
      EndpointParameter($0.element, position: $0.offset)
    }
    result = function.returnClause.type.trimmed
  }

  /// The attributes that also apply to a caller: its actor.
  var isolation: [AttributeSyntax] {
    let ofValues = ["Sendable", "autoclosure", "convention", "escaping", "isolated"]
    return attributes.filter { !ofValues.contains($0.baseName) }
  }

  /// The effects between the parameters and the result, such as `async throws`.
  var effects: String {
    function.effectSpecifiers.map { "\($0.trimmedDescription) " } ?? ""
  }

  /// The keywords before a call, such as `try await`.
  var marks: String { (throwing == nil ? "" : "try ") + (isAsync ? "await " : "") }

  /// Whether the function has to be awaited.
  var isAsync: Bool { function.effectSpecifiers?.asyncSpecifier != nil }

  /// Whether the function throws errors of a type that is not written.
  var throwsAnyError: Bool { throwing?.throwsAnyError ?? false }

  /// The type of the errors, where it is written.
  var failure: TypeSyntax? { throwsAnyError ? nil : throwing?.type?.trimmed }

  /// Whether the function returns nothing.
  var returnsNothing: Bool { result.isVoid }

  /// Whether a caller learns something from a call: its result, an error or a changed argument.
  var answers: Bool {
    !returnsNothing || throwing != nil || parameters.contains(where: \.isInout)
  }

  /// The result of an endpoint without an implementation, after it has reported itself.
  var fallback: Fallback {
    if let throwing, throwing.throwsAnyError { return .throwsFailure }
    if returnsNothing { return .returns }
    return result.wrapped == nil ? .needsDefault : .returnsNil
  }

  enum Fallback {
    case throwsFailure
    case returns
    case returnsNil
    case needsDefault
  }

  private var throwing: ThrowsClauseSyntax? { function.effectSpecifiers?.throwsClause }
}

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

  /// The argument that passes the parameter to another function of the same type.
  var argument: String {
    if isInout { return "&\(name)" }
    let isAutoclosure =
      type.as(AttributedTypeSyntax.self)?.attributes.contains(named: "autoclosure") ?? false
    return isAutoclosure ? "\(name)()" : name
  }
}

extension ThrowsClauseSyntax {
  /// Whether no type says which errors are thrown.
  fileprivate var throwsAnyError: Bool {
    guard let type else { return true }
    return ["any Error", "any Swift.Error"].contains(type.trimmedDescription)
  }
}

extension TypeSyntax {
  /// The function that the type is, behind parentheses and attributes.
  fileprivate var asFunction: (FunctionTypeSyntax, [AttributeSyntax])? {
    if let function = self.as(FunctionTypeSyntax.self) { return (function, []) }
    if let attributed = self.as(AttributedTypeSyntax.self) {
      return attributed.baseType.asFunction.map { function, attributes in
        (function, attributed.attributes.unconditional.map(\.trimmed) + attributes)
      }
    }
    guard let tuple = self.as(TupleTypeSyntax.self), tuple.elements.count == 1,
      let only = tuple.elements.first
    else { return nil }
    return only.type.asFunction
  }
}
