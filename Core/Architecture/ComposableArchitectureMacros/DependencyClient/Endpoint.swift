import SwiftSyntax

/// A stored closure that meets the requirements of `@DependencyEndpoint`.
struct EndpointClosure {
  /// The name as spelled in the source, with backticks if it needs them.
  let name: TokenSyntax
  let type: EndpointType
  let binding: PatternBindingSyntax
  let declaration: VariableDeclSyntax

  init(_ declaration: some DeclSyntaxProtocol, attribute: AttributeSyntax) throws(MacroError) {
    guard let variable = declaration.as(VariableDeclSyntax.self) else {
      throw .notAnEndpoint(declaration, attribute)
    }
    guard let (binding, name) = variable.onlyProperty else {
      throw .notAnEndpoint(variable.bindings, attribute)
    }
    let keyword = variable.bindingSpecifier
    guard keyword.tokenKind == .keyword(.var) else {
      throw MacroError(
        "'@DependencyEndpoint' requires '\(name.text)' to be a 'var': tests assign to it",
        at: keyword, fixIts: [.makeVariable(keyword: keyword)])
    }
    if let observers = binding.accessorBlock {
      throw MacroError(
        "'@DependencyEndpoint' cannot be applied to '\(name.text)', which has observers",
        at: observers, fixIts: [.ignoreEndpoint(variable)])
    }
    guard let annotation = binding.typeAnnotation else {
      throw MacroError(
        "'@DependencyEndpoint' requires the type of '\(name.text)' to be written",
        at: binding.pattern, fixIts: [.ignoreEndpoint(variable)])
    }
    guard let type = EndpointType(annotation.type) else {
      throw .notAnEndpoint(annotation.type, attribute)
    }
    self.name = name.trimmed
    self.type = type
    self.binding = binding
    self.declaration = variable
  }
}

/// A closure of a client that is unimplemented until it is assigned.
struct Endpoint {
  private let closure: EndpointClosure
  /// The method name that the attribute specifies, if any.
  let method: TokenSyntax?
  /// The argument `recorded` of the attribute, or `nil` by default.
  private let recorded: Bool?

  var name: TokenSyntax { closure.name }
  var type: EndpointType { closure.type }
  var declaration: VariableDeclSyntax { closure.declaration }
  var bareName: String { name.bareText }
  var storage: String { "_\(bareName)" }
  /// Whether a log records the results that a reducer gets.
  var isRecorded: Bool { recorded ?? false }
  /// Whether a log can record the calls of effects.
  var isCallRecordable: Bool { recorded != false && type.isCallRecordable }
  /// The name of the marker property for the results that a reducer gets.
  var mark: String { "_recorded_\(bareName)" }
  /// The name of the marker property for the calls of effects.
  var callMark: String { "_called_\(bareName)" }
  /// The default closure, which is called after the endpoint reports that it is unimplemented.
  var implementation: ExprSyntax? { closure.binding.initializer?.value.trimmed }

  init(_ closure: EndpointClosure, attribute: AttributeSyntax) throws(MacroError) {
    if let parameter = closure.type.parameters.first(where: \.isVariadic) {
      let type = parameter.type
      throw MacroError(
        """
        '@DependencyEndpoint' cannot pass on a variadic parameter: take an array, \
        '[\(type.trimmedDescription)]'
        """, at: type, fixIts: [.makeArray(parameter.syntax)])
    }
    self.closure = closure
    method = try attribute.methodName
    recorded = try attribute.recorded(closure)
    if case .needsDefault = type.fallback, implementation == nil {
      let names = type.parameters.map { _ in "_" }.joined(separator: ", ")
      let placeholder =
        "{ \(names.isEmpty ? "" : names + " in ")<#\(type.result.trimmedDescription)#> }"
      throw MacroError(
        """
        Default value required for non-throwing closure '\(name.text)': an unassigned endpoint \
        reports an issue and must then return a value
        """, at: closure.binding, fixIts: [.insertDefault(closure.binding, value: placeholder)])
    }
  }
}

extension AttributeSyntax {
  fileprivate var methodName: TokenSyntax? {
    get throws(MacroError) {
      guard let argument = argument(labeled: "method") else { return nil }
      let segments = argument.as(StringLiteralExprSyntax.self)?.segments
      guard segments?.count == 1, let name = segments?.first?.trimmedDescription, name.isIdentifier
      else {
        throw MacroError(
          """
          '@DependencyEndpoint' requires the name of a method as plain text, not \
          \(argument.trimmedDescription)
          """, at: argument, fixIts: [.removeArguments(of: self)])
      }
      return .identifier(name)
    }
  }

  /// Returns the argument `recorded`. Throws an error if it is `true` and the closure cannot be
  /// recorded.
  fileprivate func recorded(_ closure: EndpointClosure) throws(MacroError) -> Bool? {
    guard let argument = argument(labeled: "recorded"), !argument.is(NilLiteralExprSyntax.self)
    else { return nil }
    guard let literal = argument.as(BooleanLiteralExprSyntax.self) else {
      throw MacroError(
        """
        '@DependencyEndpoint' requires 'recorded' to be 'true' or 'false', not \
        \(argument.trimmedDescription)
        """, at: argument, fixIts: [.removeArguments(of: self)])
    }
    guard literal.literal.tokenKind == .keyword(.true) else { return false }
    let obstacle: String? =
      if closure.type.isAsync {
        """
        a reducer cannot await it, and the calls of effects are recorded without this argument
        """
      } else if closure.type.throwsAnyError {
        "write the type of its errors, which must be recordable, as in 'throws(Failure)'"
      } else if closure.type.parameters.contains(where: \.isInout) {
        "it changes an argument; return the new value instead"
      } else {
        nil
      }
    guard let obstacle else { return true }
    throw MacroError(
      "'\(closure.name.text)' cannot be recorded: \(obstacle)",
      at: argument.parent ?? Syntax(argument), fixIts: [.removeArguments(of: self)])
  }
}

extension String {
  /// Whether the string is a valid method name, with or without backticks.
  fileprivate var isIdentifier: Bool {
    let isQuoted = count > 2 && hasPrefix("`") && hasSuffix("`")
    let name = isQuoted ? dropFirst().dropLast() : self[...]
    guard let first = name.first, first.isLetter || first == "_" else { return false }
    return name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }
}

extension MacroError {
  fileprivate static func notAnEndpoint(
    _ node: some SyntaxProtocol, _ attribute: AttributeSyntax
  ) -> Self {
    Self(
      """
      '@DependencyEndpoint' can only be applied to a stored property with the type of a closure, \
      such as 'var fetch: (_ id: Int) async throws -> User'
      """, at: node, fixIts: [.remove(attribute)])
  }
}
