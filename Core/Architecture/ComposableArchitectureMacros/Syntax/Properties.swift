import SwiftSyntax

extension TokenSyntax {
  /// The text of a name without backticks.
  var bareText: String { text.filter { $0 != "`" } }
}

extension DeclGroupSyntax {
  /// The property declarations outside of `#if`.
  var variables: [VariableDeclSyntax] {
    memberBlock.members.compactMap { $0.decl.as(VariableDeclSyntax.self) }
  }
}

extension DeclModifierListSyntax {
  /// Whether the member belongs to the type and not to its instances.
  var areOfType: Bool {
    contains { $0.name.tokenKind == .keyword(.static) || $0.name.tokenKind == .keyword(.class) }
  }
}

extension PatternBindingSyntax {
  var identifier: TokenSyntax? { pattern.as(IdentifierPatternSyntax.self)?.identifier }

  /// Whether the property is computed. A stored property may have observers.
  var isComputed: Bool {
    guard let accessorBlock else { return false }
    guard let accessors = accessorBlock.accessors.as(AccessorDeclListSyntax.self) else {
      return true
    }
    return accessors.contains {
      let keyword = $0.accessorSpecifier.tokenKind
      return keyword != .keyword(.willSet) && keyword != .keyword(.didSet)
    }
  }
}

extension VariableDeclSyntax {
  /// The bindings of stored instance properties, except constants that have an initial value.
  var storedBindings: [PatternBindingSyntax] {
    if modifiers.areOfType { return [] }
    let isConstant = bindingSpecifier.tokenKind == .keyword(.let)
    return bindings.filter { !$0.isComputed && !(isConstant && $0.initializer != nil) }
  }

  var onlyProperty: (binding: PatternBindingSyntax, name: TokenSyntax)? {
    guard bindings.count == 1, let binding = bindings.first, let name = binding.identifier,
      !modifiers.areOfType, !binding.isComputed
    else { return nil }
    return (binding, name)
  }

  /// Returns the declared type of a binding, which follows the last name in `var a, b: Int`.
  func type(of binding: PatternBindingSyntax) -> TypeSyntax? {
    if binding.pattern.is(TuplePatternSyntax.self) { return nil }
    return bindings.drop { $0.id != binding.id }
      .first { $0.typeAnnotation != nil || $0.initializer != nil }?.typeAnnotation?.type
  }
}

extension IfConfigDeclSyntax {
  /// Whether a branch declares stored properties or cases.
  var declaresStorage: Bool {
    clauses.contains { clause in
      guard let members = clause.elements?.as(MemberBlockItemListSyntax.self) else { return false }
      return members.contains { member in
        if let variable = member.decl.as(VariableDeclSyntax.self) {
          return !variable.storedBindings.isEmpty
        }
        if let inner = member.decl.as(IfConfigDeclSyntax.self) { return inner.declaresStorage }
        return member.decl.is(EnumCaseDeclSyntax.self)
      }
    }
  }
}
