import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

extension FixIt {
  static func remove(_ attribute: AttributeSyntax) -> Self {
    // An empty token keeps the comments before the attribute.
    let nothing = TokenSyntax(
      .unknown(""), leadingTrivia: attribute.leadingTrivia, presence: .present)
    return Self("remove '\(attribute.trimmedDescription)'", old: attribute, new: nothing)
  }

  static func makeStruct(keyword: TokenSyntax) -> Self {
    Self("change '\(keyword.text)' to 'struct'", replacing: keyword, by: .struct)
  }

  static func makeVariable(keyword: TokenSyntax) -> Self {
    Self("change 'let' to 'var'", replacing: keyword, by: .var)
  }

  /// Returns a fix-it that makes a private type visible to extensions in its file.
  static func makeFileprivate(modifier: TokenSyntax) -> Self {
    Self("change 'private' to 'fileprivate'", replacing: modifier, by: .fileprivate)
  }

  static func makeOptional(_ type: TypeSyntax) -> Self {
    Self(
      "change the type to '\(type.trimmedDescription)?'", replacing: type,
      by: OptionalTypeSyntax(wrappedType: type.trimmed))
  }

  static func makeArray(_ element: TupleTypeElementSyntax) -> Self {
    let array = ArrayTypeSyntax(element: element.type.trimmed)
    return Self(
      "change the type to '[\(element.type.trimmedDescription)]'", replacing: element,
      by: element.trimmed.with(\.type, TypeSyntax(array)).with(\.ellipsis, nil))
  }

  static func insertDefault(_ binding: PatternBindingSyntax, value: String) -> Self {
    let initializer = InitializerClauseSyntax(
      leadingTrivia: .space, equal: .equalToken(trailingTrivia: .space),
      value: "\(raw: value)" as ExprSyntax)
    return Self(
      "insert '= \(value)'", replacing: binding,
      by: binding.trimmed.with(\.initializer, initializer))
  }

  static func removeArguments(of attribute: AttributeSyntax) -> Self {
    Self(
      "remove the arguments", replacing: attribute,
      by: attribute.trimmed.with(\.leftParen, nil).with(\.arguments, nil).with(\.rightParen, nil))
  }

  /// Returns a fix-it that adds `@ReducerCaseIgnored` to a case.
  static func ignoreCase(_ declaration: EnumCaseDeclSyntax) -> Self {
    Self(marking: declaration, with: declaration.attributes, as: "ReducerCaseIgnored")
  }

  /// Returns a fix-it that replaces `@DependencyEndpoint` with `@DependencyEndpointIgnored`.
  static func ignoreEndpoint(_ declaration: VariableDeclSyntax) -> Self {
    let unmarked = declaration.attributes.filter {
      $0.as(AttributeSyntax.self)?.baseName != "DependencyEndpoint"
    }
    return Self(marking: declaration, with: unmarked, as: "DependencyEndpointIgnored")
  }
}

extension FixIt {
  private init<Declaration: DeclSyntaxProtocol & WithAttributesSyntax>(
    marking declaration: Declaration, with attributes: AttributeListSyntax, as name: String
  ) {
    let attribute = AttributeListSyntax.Element(
      AttributeSyntax(
        attributeName: IdentifierTypeSyntax(name: .identifier(name)), trailingTrivia: .space))
    // The leading trivia is in the first attribute, and must stay before the new one.
    let bare = declaration.with(\.attributes, attributes).trimmed
    self.init(
      "add '@\(name)'", replacing: declaration,
      by: bare.with(\.attributes, [attribute] + bare.attributes))
  }

  private init(_ text: String, replacing token: TokenSyntax, by keyword: Keyword) {
    self.init(text, replacing: token, by: token.with(\.tokenKind, .keyword(keyword)))
  }

  /// Creates a fix-it that replaces a node and keeps the trivia around it.
  private init(_ text: String, replacing old: some SyntaxProtocol, by new: some SyntaxProtocol) {
    // Assign instead: `with(_:_:)` and a key path of a generic type crash Swift 6.3.
    var new = new
    new.leadingTrivia = old.leadingTrivia
    new.trailingTrivia = old.trailingTrivia
    self.init(text, old: old, new: new)
  }

  private init(_ text: String, old: some SyntaxProtocol, new: some SyntaxProtocol) {
    self.init(
      message: Text(message: text), changes: [.replace(oldNode: Syntax(old), newNode: Syntax(new))])
  }
}

private struct Text: FixItMessage {
  let message: String
  var fixItID: MessageID { MessageID(text: message) }
}
