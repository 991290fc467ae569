package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// The macro `@DependencyEntry`, which generates a dependency's accessors and its key.
package enum DependencyEntryMacro {}

extension DependencyEntryMacro: AccessorMacro {
  package static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    // The peer macro reports the errors.
    guard let property = try? EntryProperty(declaration, attribute: node, in: context) else {
      return []
    }
    let value = "self[\(property.key).self]"
    return [
      "get { \(raw: value) }",
      "set { \(raw: value) = newValue }",
      "_modify { yield &\(raw: value) }",
    ]
  }
}

extension DependencyEntryMacro: PeerMacro {
  package static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let property = context.reporting { () throws(MacroError) in
      try EntryProperty(declaration, attribute: node, in: context)
    }
    return [property?.keyDeclaration].compactMap { $0 }
  }
}

private struct EntryProperty {
  private let name: String
  private let type: TypeSyntax?
  /// The default value, or `nil` if there is none. The type may then be its own key.
  private let value: String?
  private let arguments: EntryArguments
  private let access: AccessLevel
  private let availability: [AttributeSyntax]

  init(
    _ declaration: some DeclSyntaxProtocol, attribute: AttributeSyntax,
    in context: some MacroExpansionContext
  ) throws(MacroError) {
    guard let variable = declaration.as(VariableDeclSyntax.self) else {
      throw .notAProperty(declaration, attribute)
    }
    let outer = context.lexicalContext.first?.as(ExtensionDeclSyntax.self)
    guard outer?.extendedType.baseName == "DependencyValues" else {
      throw MacroError(
        """
        '@DependencyEntry' can only be applied to a property in an extension of 'DependencyValues'
        """, at: variable.bindings, fixIts: [.remove(attribute)])
    }
    let keyword = variable.bindingSpecifier
    guard keyword.tokenKind == .keyword(.var) else {
      throw MacroError(
        "'@DependencyEntry' requires a 'var': tests assign to it", at: keyword,
        fixIts: [.makeVariable(keyword: keyword)])
    }
    guard let (binding, name) = variable.onlyProperty, binding.accessorBlock == nil else {
      throw .notAProperty(variable.bindings, attribute)
    }
    type = binding.typeAnnotation?.type.trimmed
    value = binding.initializer?.value.trimmedDescription ?? type?.impliedValue
    arguments = EntryArguments(attribute)
    guard value != nil || type?.mayBeKey == true || arguments.liveValue != nil else {
      throw MacroError(
        """
        '@DependencyEntry' requires a value of '\(name.text)', or a type that conforms to \
        'TestDependencyKey'
        """, at: binding, fixIts: [.insertDefault(binding, value: "<#value#>")])
    }
    self.name = name.bareText
    access = AccessLevel(of: variable.modifiers, in: context)
    availability = variable.attributes.availability
  }

  var key: String {
    if let keyName = arguments.keyName { return keyName }
    guard isItsOwnKey, let type else { return "__Key_\(name)" }
    return "\(type)"
  }

  private var isItsOwnKey: Bool { value == nil && arguments.isEmpty }

  /// Whether other modules may add a live value to the key. Its declared value is the test value.
  private var isVisible: Bool { access != .implied }

  /// The declaration of the key, or `nil` if the type of the property is its own key.
  var keyDeclaration: DeclSyntax? {
    guard !isItsOwnKey else { return nil }
    let isLive = arguments.isEmpty && !isVisible
    let values = [
      ("liveValue", isLive ? value : arguments.liveValue),
      ("previewValue", arguments.previewValue), ("testValue", isLive ? nil : value),
    ]
    let conformance = values[0].1 == nil ? "TestDependencyKey" : "DependencyKey"
    let keyAccess = isVisible || arguments.keyName != nil ? access.rawValue : "private "
    let lines =
      (access == .public ? ["/// The key of the dependency `\(name)`."] : [])
      + availability.map { "\($0)" }
      + ["\(keyAccess)nonisolated enum \(key): DependencyInjection.\(conformance) {"]
      + values.compactMap { requirement, value in
        value.map { access.rawValue + property(requirement, $0) }
      } + ["}"]
    return "\(raw: lines.joined(separator: "\n"))"
  }

  /// A stored constant would be shared between tests.
  private func property(_ requirement: String, _ value: String) -> String {
    type.map { "static var \(requirement): \($0) { \(value) }" }
      ?? "static let \(requirement) = \(value)"
  }
}

/// The arguments of `@DependencyEntry("Key", liveValue: …, previewValue: …)`, if any.
private struct EntryArguments {
  var keyName: String?
  var liveValue: String?
  var previewValue: String?

  var isEmpty: Bool { keyName == nil && liveValue == nil && previewValue == nil }

  init(_ attribute: AttributeSyntax) {
    guard case .argumentList(let arguments) = attribute.arguments else { return }
    for argument in arguments {
      switch argument.label?.text {
      case "liveValue": liveValue = argument.expression.trimmedDescription
      case "previewValue": previewValue = argument.expression.trimmedDescription
      default:
        keyName = argument.expression.as(StringLiteralExprSyntax.self)?.segments.trimmedDescription
      }
    }
  }
}

extension TypeSyntax {
  /// The implicit initial value of a property of an optional type.
  fileprivate var impliedValue: String? {
    self.is(OptionalTypeSyntax.self) || baseName == "Optional" ? "nil" : nil
  }

  /// Whether the type has a name, and so may conform to a protocol.
  fileprivate var mayBeKey: Bool {
    self.is(IdentifierTypeSyntax.self) || self.is(MemberTypeSyntax.self)
  }
}

extension MacroError {
  fileprivate static func notAProperty(
    _ node: some SyntaxProtocol, _ attribute: AttributeSyntax
  ) -> Self {
    Self(
      """
      '@DependencyEntry' can only be applied to a single stored property, such as 'var limit = 10'
      """,
      at: node, fixIts: [.remove(attribute)])
  }
}
