import SwiftSyntax
import SwiftSyntaxBuilder

/// A property that is marked `@Presents`.
struct PresentedProperty {
  let name: String
  /// The type of the state that is presented, without the optional.
  let wrappedType: String
  /// The modifiers that stand before the property, each with a space behind it.
  let modifiers: String

  /// The name of the property that stores the value.
  var storage: String { "_\(name)" }

  /// Reads a declaration, or tells what is wrong with it.
  static func read(_ declaration: some SyntaxProtocol) -> Result<Self, MisplacedPresents> {
    guard let variable = declaration.as(VariableDeclSyntax.self) else {
      return .failure(MisplacedPresents(.notAProperty, at: Syntax(declaration)))
    }
    guard variable.bindingSpecifier.tokenKind == .keyword(.var) else {
      return .failure(MisplacedPresents(.constant, at: Syntax(variable.bindingSpecifier)))
    }
    guard variable.bindings.count == 1, let binding = variable.bindings.first,
      let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier,
      !variable.modifiers.areOfType, !binding.isComputed
    else { return .failure(MisplacedPresents(.notAProperty, at: Syntax(variable.bindings))) }
    guard let type = binding.typeAnnotation?.type else {
      return .failure(MisplacedPresents(.noType(name: name.text), at: Syntax(name)))
    }
    guard let wrapped = type.wrapped else {
      return .failure(
        MisplacedPresents(.notOptional(type: type.trimmedDescription), at: Syntax(type)))
    }
    return .success(
      Self(
        name: name.text.filter { $0 != "`" }, wrappedType: wrapped.trimmedDescription,
        modifiers: variable.modifiers.map { "\($0.trimmedDescription) " }.joined()))
  }

  /// The accessors of a property that stands for a part of the storage.
  func accessors(of part: String) -> [AccessorDeclSyntax] {
    [
      "get { \(raw: storage).\(raw: part) }",
      "set { \(raw: storage).\(raw: part) = newValue }",
      "_modify { yield &\(raw: storage).\(raw: part) }",
    ]
  }
}

extension TypeSyntax {
  /// The type that this makes optional.
  fileprivate var wrapped: TypeSyntax? {
    if let type = self.as(OptionalTypeSyntax.self) { return type.wrappedType }
    guard let type = self.as(IdentifierTypeSyntax.self), type.name.text == "Optional",
      let argument = type.genericArgumentClause?.arguments.first
    else { return nil }
    return argument.argument.as(TypeSyntax.self)
  }
}
