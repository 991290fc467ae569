import SwiftSyntax
import SwiftSyntaxMacros

/// A property of a client that is a closure, and is unimplemented until something is assigned.
struct Endpoint {
  /// The name as the source spells it, in backticks if it needs them.
  let name: TokenSyntax
  let type: EndpointType
  /// What the endpoint does once it has reported that it is unimplemented.
  let implementation: ExprSyntax?
  /// The name of the method that calls the endpoint, if one was asked for.
  let method: TokenSyntax?
  /// Whether the answers that a reducer gets are recorded.
  let isRecorded: Bool
  let declaration: VariableDeclSyntax

  /// The name without backticks.
  var bareName: String { name.text.filter { $0 != "`" } }
  /// The name of the property that stores the closure.
  var storage: String { "_\(bareName)" }
  /// The name of the property that tells the type of the recorded answers.
  var mark: String { "_recorded_\(bareName)" }

  /// Reads a property that is marked, or tells what is wrong with it.
  static func read(
    _ declaration: some SyntaxProtocol, marked attribute: AttributeSyntax
  ) -> Result<Self, EndpointError> {
    let whole = Syntax(declaration)
    guard let variable = declaration.as(VariableDeclSyntax.self) else {
      return .failure(EndpointError(.notAnEndpoint, at: whole, [.remove(attribute)]))
    }
    guard variable.bindings.count == 1, let binding = variable.bindings.first,
      let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier,
      !variable.modifiers.areOfType, !binding.isComputed
    else {
      return .failure(
        EndpointError(.notAnEndpoint, at: Syntax(variable.bindings), [.remove(attribute)]))
    }
    return read(variable, binding, name: name.trimmed, marked: attribute)
  }

  private static func read(
    _ variable: VariableDeclSyntax, _ binding: PatternBindingSyntax, name: TokenSyntax,
    marked attribute: AttributeSyntax
  ) -> Result<Self, EndpointError> {
    let keyword = variable.bindingSpecifier
    guard keyword.tokenKind == .keyword(.var) else {
      return .failure(
        EndpointError(
          .constant(name: name.text), at: Syntax(keyword), [.makeVariable(keyword: keyword)]))
    }
    if let observers = binding.accessorBlock {
      return .failure(
        EndpointError(
          .observed(name: name.text), at: Syntax(observers), [.ignoreEndpoint(variable)]))
    }
    guard let annotation = binding.typeAnnotation else {
      return .failure(
        EndpointError(
          .noType(name: name.text), at: Syntax(binding.pattern), [.ignoreEndpoint(variable)]))
    }
    guard let type = EndpointType(annotation.type) else {
      return .failure(
        EndpointError(.notAnEndpoint, at: Syntax(annotation.type), [.remove(attribute)]))
    }
    if let parameter = type.parameters.first(where: \.isVariadic) {
      return .failure(
        EndpointError(
          .variadic(type: parameter.type.trimmedDescription), at: Syntax(parameter.type),
          [.makeArray(parameter.syntax)]))
    }
    return readMethod(attribute).flatMap { method in
      readRecorded(attribute, name: name, type: type).map { (method, $0) }
    }.flatMap { method, isRecorded in
      let endpoint = Self(
        name: name, type: type, implementation: binding.initializer?.value.trimmed,
        method: method, isRecorded: isRecorded, declaration: variable)
      if case .needsDefault = type.fallback, binding.initializer == nil {
        return .failure(
          EndpointError(
            .noDefault(name: name.text), at: Syntax(binding),
            [.insertDefault(binding, value: endpoint.placeholder)]))
      }
      return .success(endpoint)
    }
  }

  /// The name of the method in `@DependencyEndpoint(method: "name")`.
  private static func readMethod(
    _ attribute: AttributeSyntax
  ) -> Result<TokenSyntax?, EndpointError> {
    guard let arguments = attribute.arguments?.as(LabeledExprListSyntax.self),
      let argument = arguments.first(where: { $0.label?.text == "method" })
    else { return .success(nil) }
    let segments = argument.expression.as(StringLiteralExprSyntax.self)?.segments
    guard segments?.count == 1, let name = segments?.first?.trimmedDescription, name.isIdentifier
    else {
      return .failure(
        EndpointError(
          .notAMethodName(argument.expression.trimmedDescription),
          at: Syntax(argument.expression), [.removeArguments(of: attribute)]))
    }
    return .success(.identifier(name))
  }

  /// Whether the attribute is `@DependencyEndpoint(recorded: true)`, and the closure can be recorded.
  private static func readRecorded(
    _ attribute: AttributeSyntax, name: TokenSyntax, type: EndpointType
  ) -> Result<Bool, EndpointError> {
    guard let arguments = attribute.arguments?.as(LabeledExprListSyntax.self),
      let argument = arguments.first(where: { $0.label?.text == "recorded" })
    else { return .success(false) }
    guard let literal = argument.expression.as(BooleanLiteralExprSyntax.self) else {
      return .failure(
        EndpointError(
          .notALiteral(argument.expression.trimmedDescription), at: Syntax(argument.expression),
          [.removeArguments(of: attribute)]))
    }
    guard literal.literal.tokenKind == .keyword(.true) else { return .success(false) }
    let diagnostic: DependencyClientDiagnostic? =
      if type.isAsync {
        .recordedAsync(name: name.text)
      } else if type.throwsAnyError {
        .recordedThrows(name: name.text)
      } else if type.parameters.contains(where: \.isInout) {
        .recordedInout(name: name.text)
      } else {
        nil
      }
    guard let diagnostic else { return .success(true) }
    return .failure(
      EndpointError(diagnostic, at: Syntax(argument), [.removeArguments(of: attribute)]))
  }

  /// A closure with an editor's placeholder in the place of what the endpoint returns.
  private var placeholder: String {
    let names = type.parameters.map { _ in "_" }.joined(separator: ", ")
    return "{ \(names.isEmpty ? "" : names + " in ")<#\(type.result.trimmedDescription)#> }"
  }
}

extension String {
  /// Whether the text can be the name of a method, in backticks if need be.
  fileprivate var isIdentifier: Bool {
    let isQuoted = count > 2 && hasPrefix("`") && hasSuffix("`")
    let name = isQuoted ? dropFirst().dropLast() : self[...]
    guard let first = name.first, first.isLetter || first == "_" else { return false }
    return name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }
}
