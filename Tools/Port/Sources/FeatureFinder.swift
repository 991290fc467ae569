import SwiftSyntax

/// Finds the reducers and the tests that a file declares.
final class FeatureFinder: SyntaxVisitor {
  /// A declaration that is counted.
  struct Item {
    /// The names of the enclosing types and of the declaration, separated by dots.
    let name: String
    let range: Range<Int>
  }

  private(set) var features: [Item] = []
  private(set) var tests: [Item] = []
  private var types: [String] = []

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { enter(node) }
  override func visitPost(_ node: StructDeclSyntax) { types.removeLast() }
  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { enter(node) }
  override func visitPost(_ node: ClassDeclSyntax) { types.removeLast() }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { enter(node) }
  override func visitPost(_ node: EnumDeclSyntax) { types.removeLast() }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { enter(node) }
  override func visitPost(_ node: ActorDeclSyntax) { types.removeLast() }

  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    types.append(node.extendedType.trimmedDescription)
    return .visitChildren
  }
  override func visitPost(_ node: ExtensionDeclSyntax) { types.removeLast() }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    let isCase =
      node.name.text.hasPrefix("test") && node.signature.parameterClause.parameters.isEmpty
    if node.attributes.has("Test") || (isCase && !types.isEmpty) {
      tests.append(Item(name: qualified(node.name.text), range: node.span))
    }
    return .skipChildren
  }

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    guard let name = node.featureName else { return .visitChildren }
    features.append(Item(name: qualified(name), range: node.span))
    return .skipChildren
  }

  private func enter(_ node: some DeclGroupSyntax & NamedDeclSyntax) -> SyntaxVisitorContinueKind {
    if node.isFeature { features.append(Item(name: qualified(node.name.text), range: node.span)) }
    types.append(node.name.text)
    return .visitChildren
  }

  private func qualified(_ name: String) -> String { (types + [name]).joined(separator: ".") }
}

extension DeclGroupSyntax {
  /// Whether the declaration is a reducer.
  var isFeature: Bool {
    attributes.has("Reducer")
      || inheritedNames.contains { $0 == "Reducer" || $0 == "ReducerProtocol" }
  }

  /// Whether a reducer is declared within the declaration.
  var containsFeature: Bool {
    let finder = FeatureFinder(viewMode: .sourceAccurate)
    finder.walk(memberBlock)
    return !finder.features.isEmpty
  }

  /// The names of the inherited types, without their modules.
  var inheritedNames: [String] { inheritanceClause?.names ?? [] }
}

extension VariableDeclSyntax {
  /// The name of a value that is a reducer with an environment, as before version 1: its type or
  /// the beginning of its value says so.
  var featureName: String? {
    guard !isWithinBody, let binding = bindings.first, let value = binding.initializer?.value else {
      return nil
    }
    let type = binding.typeAnnotation?.type.as(IdentifierTypeSyntax.self)?.name.text
    let name = type ?? value.firstToken(viewMode: .sourceAccurate)?.text
    return name == "Reducer" || name == "AnyReducer" ? binding.pattern.trimmedDescription : nil
  }
}

extension InheritanceClauseSyntax {
  var names: [String] { inheritedTypes.map(\.name) }
}

extension InheritedTypeSyntax {
  /// The name of the type, without attributes, arguments and its module.
  var name: String {
    let type = type.as(AttributedTypeSyntax.self)?.baseType ?? type
    if let member = type.as(MemberTypeSyntax.self) { return member.name.text }
    return type.as(IdentifierTypeSyntax.self)?.name.text ?? type.trimmedDescription
  }
}

extension AttributeListSyntax {
  func has(_ name: String) -> Bool {
    contains { $0.as(AttributeSyntax.self)?.name == name }
  }
}

extension AttributeSyntax {
  /// The name of the attribute, without its module.
  var name: String {
    attributeName.as(MemberTypeSyntax.self)?.name.text
      ?? attributeName.as(IdentifierTypeSyntax.self)?.name.text
      ?? attributeName.trimmedDescription
  }
}

extension DeclModifierListSyntax {
  func has(_ keyword: Keyword) -> Bool {
    contains { $0.name.tokenKind == .keyword(keyword) }
  }
}
