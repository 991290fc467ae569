import SwiftSyntax

/// A part of a type's spelling that no log can hold, such as the elements of an array of functions.
struct UnrecordablePart {
  let node: TypeSyntax
  let diagnostic: RecordableDiagnostic

  /// Finds the first such part of a type.
  ///
  /// Only wrappers and collections that are known are looked into: what other generic types do with
  /// their arguments is not known.
  init?(of type: TypeSyntax) {
    if type.is(FunctionTypeSyntax.self) {
      self.init(node: type, diagnostic: .function)
    } else if type.isExistential {
      self.init(node: type, diagnostic: .existential(type: type.trimmedDescription))
    } else {
      guard let part = type.parts.lazy.compactMap(Self.init).first else { return nil }
      self = part
    }
  }

  private init(node: TypeSyntax, diagnostic: RecordableDiagnostic) {
    self.node = node
    self.diagnostic = diagnostic
  }
}

extension TypeSyntax {
  private static let containers: Set<String> = [
    "Optional", "Array", "ArraySlice", "ContiguousArray", "Set", "Dictionary", "IdentifiedArrayOf",
    "Result", "TaskResult",
  ]

  fileprivate var isExistential: Bool {
    if let constrained = self.as(SomeOrAnyTypeSyntax.self) {
      return constrained.someOrAnySpecifier.tokenKind == .keyword(.any)
    }
    return ["Any", "AnyObject", "Swift.Any", "Swift.AnyObject"].contains(trimmedDescription)
  }

  /// The types that this one is made of.
  var parts: [TypeSyntax] {
    if let optional = self.as(OptionalTypeSyntax.self) { return [optional.wrappedType] }
    if let optional = self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      return [optional.wrappedType]
    }
    if let array = self.as(ArrayTypeSyntax.self) { return [array.element] }
    if let dictionary = self.as(DictionaryTypeSyntax.self) {
      return [dictionary.key, dictionary.value]
    }
    if let attributed = self.as(AttributedTypeSyntax.self) { return [attributed.baseType] }
    if let tuple = self.as(TupleTypeSyntax.self) { return tuple.elements.map(\.type) }
    guard let named = self.as(IdentifierTypeSyntax.self),
      Self.containers.contains(named.name.text), let clause = named.genericArgumentClause
    else { return [] }
    let arguments = clause.arguments.compactMap { $0.argument.as(TypeSyntax.self) }
    // An error of any type is recorded by its texts.
    return named.name.text == "Result" ? Array(arguments.prefix(1)) : arguments
  }
}
