import SwiftSyntax

struct EndpointType {
  /// The type with its attributes, without surrounding trivia.
  let spelling: String
  let parameters: [EndpointParameter]
  let result: TypeSyntax
  private let function: FunctionTypeSyntax
  private let attributes: [AttributeSyntax]

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

  /// The attributes that also apply to a caller, such as a global actor.
  var isolation: [AttributeSyntax] {
    let ofValues = ["Sendable", "autoclosure", "convention", "escaping", "isolated"]
    return attributes.filter { !ofValues.contains($0.baseName) }
  }

  /// The effect specifiers before the result, such as `async throws`.
  var effects: String {
    function.effectSpecifiers.map { "\($0.trimmedDescription) " } ?? ""
  }

  /// The keywords before a call, such as `try await`.
  var marks: String { (throwing == nil ? "" : "try ") + (isAsync ? "await " : "") }

  var isAsync: Bool { function.effectSpecifiers?.asyncSpecifier != nil }

  var throwsAnyError: Bool { throwing?.throwsAnyError ?? false }

  var failure: TypeSyntax? { throwsAnyError ? nil : throwing?.type?.trimmed }

  var returnsNothing: Bool { result.isVoid }

  /// Whether a call produces information: a result, an error or a changed argument.
  var answers: Bool {
    !returnsNothing || throwing != nil || parameters.contains(where: \.isInout)
  }

  /// Whether the arguments and the result can be passed through generic functions, and might be
  /// values that a log can hold.
  var isCallRecordable: Bool {
    parameters.allSatisfy { !$0.isInout && !$0.isVariadic && $0.type.isRecordable }
      && result.isRecordable
  }

  /// The spelled-out type of the errors, which is `Never` if there are none.
  var errorType: String {
    throwing == nil ? "Swift.Never" : failure?.trimmedDescription ?? "any Swift.Error"
  }

  /// The behavior of an endpoint without a default closure, after it reports an issue.
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

struct EndpointParameter {
  /// The label in the endpoint's type, such as `id` in `(_ id: Int) -> User`.
  let label: String?
  let name: String
  let type: TypeSyntax
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

  var isVariadic: Bool { syntax.ellipsis != nil }

  /// The declaration of the parameter in the method that calls the endpoint.
  var declaration: String {
    let specifier = isInout && !type.trimmedDescription.hasPrefix("inout") ? "inout " : ""
    return "\(label ?? "_") \(name): \(specifier)\(type.trimmedDescription)"
  }

  /// The argument that forwards the parameter to a function of the same type.
  var argument: String {
    if isInout { return "&\(name)" }
    let isAutoclosure =
      type.as(AttributedTypeSyntax.self)?.attributes.contains(named: "autoclosure") ?? false
    return isAutoclosure ? "\(name)()" : name
  }
}

extension ThrowsClauseSyntax {
  /// Whether the clause has no error type, or `any Error`.
  fileprivate var throwsAnyError: Bool {
    guard let type else { return true }
    return ["any Error", "any Swift.Error"].contains(type.trimmedDescription)
  }
}

extension TypeSyntax {
  /// Whether the type contains no function, attribute, ownership or generic parameter.
  fileprivate var isRecordable: Bool {
    !tokens(viewMode: .sourceAccurate).contains { token in
      switch token.tokenKind {
      case .arrow, .atSign: true
      case .keyword(.some), .keyword(.each), .keyword(.repeat): true
      case .keyword(.sending), .keyword(.isolated), .keyword(.borrowing), .keyword(.consuming),
        .keyword(.__owned), .keyword(.__shared):
        true
      default: false
      }
    }
  }

  /// The function type inside parentheses and attributes, with these attributes.
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
