import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// A property that is marked `@DependencyEntry`.
struct EntryProperty {
  private let name: String
  private let type: TypeSyntax?
  /// The value; `nil` if the type of the property is its own key.
  private let value: String?
  private let access: AccessLevel
  private let availability: [AttributeSyntax]

  /// Parses a declaration, or returns the error in it.
  static func read(
    _ declaration: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) -> Result<Self, MisplacedEntry> {
    guard let variable = declaration.as(VariableDeclSyntax.self) else {
      return .failure(MisplacedEntry(.notAProperty, at: declaration))
    }
    let outer = context.lexicalContext.first?.as(ExtensionDeclSyntax.self)
    guard outer?.extendedType.baseName == "DependencyValues" else {
      return .failure(MisplacedEntry(.notADependency, at: variable.bindings))
    }
    guard variable.bindingSpecifier.tokenKind == .keyword(.var) else {
      return .failure(MisplacedEntry(.constant, at: variable.bindingSpecifier))
    }
    guard variable.bindings.count == 1, let binding = variable.bindings.first,
      let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier,
      !variable.modifiers.areOfType, binding.accessorBlock == nil
    else { return .failure(MisplacedEntry(.notAProperty, at: variable.bindings)) }
    let type = binding.typeAnnotation?.type.trimmed
    let value = binding.initializer?.value.trimmedDescription ?? type?.impliedValue
    guard value != nil || type?.mayBeKey == true else {
      return .failure(MisplacedEntry(.noValue(name: name.text), at: binding))
    }
    return .success(
      Self(
        name: name.text.filter { $0 != "`" }, type: type, value: value,
        access: AccessLevel(of: variable.modifiers, in: context),
        availability: variable.attributes.availability))
  }

  /// The name of the key.
  var key: String {
    guard value == nil, let type else { return "__Key_\(name)" }
    return "\(type)"
  }

  /// The key, unless the type of the property is its own.
  ///
  /// Other modules see a key that is at least `package`, and may add the live value to it: the
  /// value of the declaration is then the one for tests.
  var keyDeclaration: DeclSyntax? {
    guard let value else { return nil }
    let isShared = access != .implied
    let requirement = isShared ? "testValue" : "liveValue"
    // Tests get a value of their own, which a constant would share between them.
    let property =
      type.map { "static var \(requirement): \($0) { \(value) }" }
      ?? "static let \(requirement) = \(value)"
    let lines =
      (access == .public ? ["/// The key of the dependency `\(name)`."] : [])
      + availability.map { "\($0)" } + [
        "\(isShared ? access.rawValue : "private ")nonisolated enum \(key): "
          + "DependencyInjection.\(isShared ? "TestDependencyKey" : "DependencyKey") {",
        access.rawValue + property,
        "}",
      ]
    return "\(raw: lines.joined(separator: "\n"))"
  }
}

extension TypeSyntax {
  /// The value of an optional property that is declared without one.
  fileprivate var impliedValue: String? {
    self.is(OptionalTypeSyntax.self) || baseName == "Optional" ? "nil" : nil
  }

  /// Whether the type can conform to a protocol.
  fileprivate var mayBeKey: Bool {
    self.is(IdentifierTypeSyntax.self) || self.is(MemberTypeSyntax.self)
  }
}
