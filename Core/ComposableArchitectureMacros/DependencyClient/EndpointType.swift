import SwiftSyntax

/// The function type of an endpoint, as the source has it.
struct EndpointType {
  /// The type with its attributes, trimmed.
  let spelling: String
  let parameters: [EndpointParameter]
  let result: TypeSyntax
  private let function: FunctionTypeSyntax
  private let attributes: [AttributeSyntax]

  /// Reads a type; nil if it is no function.
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

  /// The attributes that hold for whoever calls the function: its actor.
  var isolation: [AttributeSyntax] {
    let ofValues = ["Sendable", "autoclosure", "convention", "escaping", "isolated"]
    return attributes.filter { !ofValues.contains($0.baseName) }
  }

  /// What stands between the parameters and the result: `async throws`.
  var effects: String {
    function.effectSpecifiers.map { "\($0.trimmedDescription) " } ?? ""
  }

  /// What stands before a call: `try await`.
  var marks: String {
    (throwing == nil ? "" : "try ")
      + (isAsync ? "await " : "")
  }

  /// Whether the function has to be awaited.
  var isAsync: Bool { function.effectSpecifiers?.asyncSpecifier != nil }

  /// Whether the function throws errors of a type that is not written.
  var throwsAnyError: Bool { throwing?.throwsAnyError ?? false }

  /// The type of the errors, where it is written.
  var failure: TypeSyntax? { throwsAnyError ? nil : throwing?.type?.trimmed }

  /// Whether the function returns nothing.
  var returnsNothing: Bool {
    ["()", "Void", "Swift.Void"].contains(result.trimmedDescription)
  }

  /// Whether a caller learns something from a call: its result, an error or a changed argument.
  var answers: Bool {
    !returnsNothing || throwing != nil || parameters.contains(where: \.isInout)
  }

  /// What an endpoint without an implementation does once it has reported itself.
  var fallback: Fallback {
    if let throwing, throwing.throwsAnyError { return .throwsFailure }
    if returnsNothing { return .returns }
    return result.isOptional ? .returnsNil : .needsDefault
  }

  enum Fallback {
    case throwsFailure
    case returns
    case returnsNil
    case needsDefault
  }

  private var throwing: ThrowsClauseSyntax? { function.effectSpecifiers?.throwsClause }
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

  fileprivate var isOptional: Bool {
    self.is(OptionalTypeSyntax.self) || self.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
      || (baseName == "Optional"
        && self.as(IdentifierTypeSyntax.self)?.genericArgumentClause != nil)
  }
}
