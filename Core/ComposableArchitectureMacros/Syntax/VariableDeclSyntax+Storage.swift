import SwiftSyntax

extension DeclModifierListSyntax {
  /// Whether the member belongs to the type and not to its values.
  var areOfType: Bool {
    contains { $0.name.tokenKind == .keyword(.static) || $0.name.tokenKind == .keyword(.class) }
  }
}

extension PatternBindingSyntax {
  /// Whether the property is computed; one that is merely observed is stored.
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
  /// The bindings that are stored in each value: neither computed, nor of the type, nor constants
  /// that have their value already.
  var storedBindings: [PatternBindingSyntax] {
    if modifiers.areOfType { return [] }
    let isConstant = bindingSpecifier.tokenKind == .keyword(.let)
    return bindings.filter { !$0.isComputed && !(isConstant && $0.initializer != nil) }
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
