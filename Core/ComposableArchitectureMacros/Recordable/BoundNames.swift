import SwiftSyntax

/// The names that binding actions may set besides the stored properties: those of computed ones.
///
/// A log can name a computed property only if its declaration stands in the structure itself.
struct BoundNames {
  private let names: [String]

  init(of members: MemberBlockItemListSyntax) {
    names = members.compactMap { $0.decl.as(VariableDeclSyntax.self) }.flatMap(\.settableNames)
  }

  /// The lines in the description of the structure.
  var calls: [String] { names.map { "type.computed(\($0.recordedName), \\.\($0))" } }
}

extension VariableDeclSyntax {
  /// The names of the computed properties that can be set through a key path.
  fileprivate var settableNames: [String] {
    // An attribute may tie the property to an actor or to some platforms.
    guard !modifiers.areOfType, attributes.isEmpty else { return [] }
    return bindings.filter(\.isSettable).compactMap {
      $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
    }
  }
}

extension PatternBindingSyntax {
  /// Whether the property is computed, and has a getter and a setter that a key path can use.
  fileprivate var isSettable: Bool {
    guard isComputed,
      let accessors = accessorBlock?.accessors.as(AccessorDeclListSyntax.self)
    else { return false }
    let setters: [Keyword] = [.set, ._modify]
    return accessors.contains {
      setters.map(TokenKind.keyword).contains($0.accessorSpecifier.tokenKind)
    }
      && accessors.allSatisfy { accessor in
        accessor.effectSpecifiers == nil && accessor.modifier?.name.text != "mutating"
      }
  }
}
