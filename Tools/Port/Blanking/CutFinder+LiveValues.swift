import SwiftSyntax

extension CutFinder {
  /// The values of a dependency, in the order in which they take each other's place.
  private static let stand = [
    "liveValue": ["previewValue", "testValue"], "previewValue": ["testValue"],
  ]

  /// Returns the expression that takes the place of a live value: the client's value for previews
  /// or tests, or a client without implementations.
  func live(_ name: String, at node: some SyntaxProtocol) -> String? {
    guard name == "liveValue" || name == "previewValue" || name == "testValue",
      let owner = owner(of: node)
    else { return nil }
    for other in Self.stand[name] ?? [] {
      let isBeside = owner.declarations.contains { $0.declares(other) }
      if isBeside || isVisible(other, of: owner.name) { return other }
    }
    return owner.isClient ? "Self()" : nil
  }

  /// Returns whether a type declares a value in a different file that this one can use. A type
  /// that is declared more than once may be a different one.
  private func isVisible(_ value: String, of type: String) -> Bool {
    guard names.types[type]?.count == 1 else { return false }
    return names.values[type]?.contains {
      $0.name == value && ($0.isPublic || names.isSameModule($0.path, source.path))
    } ?? false
  }

  /// Returns the type of a dependency's value whose declaration gives none.
  func liveType(_ name: String, at node: some SyntaxProtocol) -> String? {
    guard name == "liveValue" || name == "previewValue" || name == "testValue" else { return nil }
    guard let owner = owner(of: node) else { return nil }
    // The value of a client is the client; a key that is an enumeration has a different value.
    return owner.isClient || owner.isExtended ? "Self" : nil
  }

  private struct Owner {
    let name: String
    /// The declaration of the type and its extensions, in the same file.
    let declarations: [any DeclGroupSyntax]
    let isClient: Bool
    /// Whether the declaration with the value is an extension or a structure.
    let isExtended: Bool
  }

  private func owner(of node: some SyntaxProtocol) -> Owner? {
    let group = node.ancestors.lazy.compactMap { $0.asProtocol((any DeclGroupSyntax).self) }.first
    guard let name = group?.declaredName else { return nil }
    let declarations = source.tree.statements.compactMap {
      $0.item.asProtocol((any DeclGroupSyntax).self)
    }.filter { $0.declaredName == name }
    let isClient =
      declarations.contains { $0.attributes.has("DependencyClient") }
      || names.clients.contains(name)
    return Owner(
      name: name.split(separator: ".").last.map(String.init) ?? name,
      declarations: declarations + [group].compactMap { $0 }, isClient: isClient,
      isExtended: group?.is(ExtensionDeclSyntax.self) == true
        || group?.is(StructDeclSyntax.self) == true)
  }
}

extension DeclGroupSyntax {
  /// The name of the type that the declaration declares or extends.
  fileprivate var declaredName: String? {
    asProtocol((any NamedDeclSyntax).self)?.name.text
      ?? self.as(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription
  }

  fileprivate func declares(_ name: String) -> Bool {
    memberBlock.members.contains { member in
      let variable = member.decl.as(VariableDeclSyntax.self)
      return variable?.bindings.first?.pattern.trimmedDescription == name
    }
  }
}
