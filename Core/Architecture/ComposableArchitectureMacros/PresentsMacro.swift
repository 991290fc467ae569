package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// The macro `@Presents`, which stores the value of a property in a `PresentationState`.
package enum PresentsMacro {}

extension PresentsMacro: AccessorMacro {
  package static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    // The peer macro reports the errors.
    guard let property = try? PresentedProperty(declaration, attribute: node) else { return [] }
    let storage = property.storage
    let creation: AccessorDeclSyntax = """
      @storageRestrictions(initializes: \(raw: storage))
      init(initialValue) {
        \(raw: storage) = ComposableArchitecture.PresentationState(wrappedValue: initialValue)
      }
      """
    return [creation] + property.accessors(of: "wrappedValue")
  }
}

extension PresentsMacro: PeerMacro {
  package static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let property = context.reporting { () throws(MacroError) in
      try PresentedProperty(declaration, attribute: node)
    }
    guard let property else { return [] }
    let type = "ComposableArchitecture.PresentationState<\(property.wrappedType)>"
    let accessors = property.accessors(of: "projectedValue")
      .map { "\($0)" }.joined(separator: "\n")
    return [
      """
      \(raw: property.modifiers)var $\(raw: property.name): \(raw: type) {
        \(raw: accessors)
      }
      """,
      "private var \(raw: property.storage) = \(raw: type)(wrappedValue: nil)",
    ]
  }
}

private struct PresentedProperty {
  let name: String
  let wrappedType: String
  /// The modifiers of the property, each followed by a space.
  let modifiers: String

  /// The name of the property that stores the presentation state.
  var storage: String { "_\(name)" }

  init(_ declaration: some DeclSyntaxProtocol, attribute: AttributeSyntax) throws(MacroError) {
    guard let variable = declaration.as(VariableDeclSyntax.self) else {
      throw .notAProperty(declaration, attribute)
    }
    let keyword = variable.bindingSpecifier
    guard keyword.tokenKind == .keyword(.var) else {
      throw MacroError(
        "'@Presents' requires a 'var': the presented state changes", at: keyword,
        fixIts: [.makeVariable(keyword: keyword)])
    }
    guard let (binding, name) = variable.onlyProperty else {
      throw .notAProperty(variable.bindings, attribute)
    }
    guard let type = binding.typeAnnotation?.type else {
      throw MacroError(
        """
        '@Presents' requires the type of '\(name.text)' to be written, such as '\(name.text): \
        Child.State?'
        """, at: name)
    }
    guard let wrapped = type.wrapped, !type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self) else {
      throw MacroError(
        """
        '@Presents' requires an optional type, which is 'nil' if nothing is presented: write \
        '\(type.trimmedDescription)?'
        """, at: type, fixIts: [.makeOptional(type)])
    }
    self.name = name.bareText
    wrappedType = wrapped.trimmedDescription
    modifiers = variable.modifiers.map { "\($0.trimmedDescription) " }.joined()
  }

  /// Returns the accessors of a property that forwards to a property of the storage.
  func accessors(of part: String) -> [AccessorDeclSyntax] {
    [
      "get { \(raw: storage).\(raw: part) }",
      "set { \(raw: storage).\(raw: part) = newValue }",
      "_modify { yield &\(raw: storage).\(raw: part) }",
    ]
  }
}

extension MacroError {
  fileprivate static func notAProperty(
    _ node: some SyntaxProtocol, _ attribute: AttributeSyntax
  ) -> Self {
    Self(
      "'@Presents' can only be applied to a single stored property, such as 'var child: State?'",
      at: node, fixIts: [.remove(attribute)])
  }
}
