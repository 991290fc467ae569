import SwiftSyntax

/// Finds the parts of a file that can be left out without building it: views and scenes, previews,
/// imports of frameworks, and attributes of Apple's systems.
final class InterfaceFinder: SyntaxVisitor {
  private let source: AppSource
  private let names: DeclaredNames
  /// Returns the reason why an import is left out; `nil` if it stays.
  private let reasonWithout: (String) -> String?
  private(set) var cuts = Cuts()

  init(_ source: AppSource, names: DeclaredNames, reasonWithout: @escaping (String) -> String?) {
    self.source = source
    self.names = names
    self.reasonWithout = reasonWithout
    super.init(viewMode: .sourceAccurate)
  }

  static func cuts(
    of source: AppSource, names: DeclaredNames, reasonWithout: @escaping (String) -> String?
  ) -> Cuts {
    let finder = InterfaceFinder(source, names: names, reasonWithout: reasonWithout)
    finder.walk(source.tree)
    return finder.cuts
  }

  private func cut(
    _ node: some SyntaxProtocol, _ kind: Cut.Kind, _ name: String, _ reason: String
  ) -> SyntaxVisitorContinueKind {
    let line = source.line(of: node.span.lowerBound)
    cuts.add(Cut(range: node.span, kind: kind, name: name, reason: reason, line: line))
    return .skipChildren
  }

  override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
    let name = node.path.first?.name.text ?? ""
    guard let reason = reasonWithout(name) else { return .skipChildren }
    return cut(node, .framework, node.path.trimmedDescription, reason)
  }

  // MARK: Types

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { visitType(node) }
  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { visitType(node) }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { visitType(node) }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { visitType(node) }
  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind { visitType(node) }

  private func visitType(
    _ node: some DeclGroupSyntax & NamedDeclSyntax
  ) -> SyntaxVisitorContinueKind {
    guard !node.isFeature, names.isInterface(node.inheritedNames) else { return .visitChildren }
    guard !node.containsFeature else { return emptied(node) }
    let kind: Cut.Kind = node.inheritedNames.contains("PreviewProvider") ? .preview : .interface
    return cut(
      node, kind, node.name.text, "'\(node.inheritedNames.joined(separator: ", "))' shows something"
    )
  }

  /// Leaves out the conformances and the members of a view that contains a reducer, but not its
  /// nested types.
  private func emptied(
    _ node: some DeclGroupSyntax & NamedDeclSyntax
  ) -> SyntaxVisitorContinueKind {
    let reason = "'\(node.name.text)' shows something"
    if let clause = node.inheritanceClause { _ = cut(clause, .interface, node.name.text, reason) }
    for attribute in node.attributes {
      _ = cut(attribute, .attribute, attribute.trimmedDescription, reason)
    }
    for member in node.memberBlock.members
    where member.decl.asProtocol((any DeclGroupSyntax).self) == nil
      && !member.decl.is(TypeAliasDeclSyntax.self)
    {
      _ = cut(member.decl, .interface, "a member of \(node.name.text)", reason)
    }
    return .visitChildren
  }

  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    let name = node.extendedType.trimmedDescription
    let last = String(name.split(separator: ".").last ?? "")
    guard names.isInterface(node.inheritedNames) || names.isInterface([last]) else {
      return .visitChildren
    }
    return cut(node, .interface, "extension \(name)", "it shows something")
  }

  // MARK: Members

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    let type = node.signature.returnClause?.type
    guard shows(type, node.attributes) else { return .visitChildren }
    return cut(node, .interface, "\(node.name.text)()", "it returns a view")
  }

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    let isComputed = node.bindings.contains { $0.accessorBlock != nil }
    guard isComputed, shows(node.bindings.first?.typeAnnotation?.type, node.attributes) else {
      return .visitChildren
    }
    let name = node.bindings.first?.pattern.trimmedDescription ?? ""
    return cut(node, .interface, name, "it is a view")
  }

  private func shows(_ type: TypeSyntax?, _ attributes: AttributeListSyntax) -> Bool {
    if attributes.contains(where: {
      InterfaceNames.builders.contains($0.as(AttributeSyntax.self)?.name ?? "")
    }) {
      return true
    }
    guard let some = type?.as(SomeOrAnyTypeSyntax.self) else { return false }
    let name =
      some.constraint.trimmedDescription.prefix { $0 != "<" }
      .split(separator: ".").last.map(String.init) ?? ""
    return InterfaceNames.isResult(name) && !names.topLevel.contains(name)
  }

  // MARK: Macros and attributes

  override func visit(_ node: MacroExpansionDeclSyntax) -> SyntaxVisitorContinueKind {
    node.macroName.text == "Preview"
      ? cut(node, .preview, "#Preview", "previews need Xcode") : .visitChildren
  }

  override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
    node.macroName.text == "Preview"
      ? cut(node, .preview, "#Preview", "previews need Xcode") : .visitChildren
  }

  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind {
    guard InterfaceNames.attributes.contains(node.name) else { return .skipChildren }
    return cut(node, .attribute, "@\(node.name)", "Linux has no such attribute")
  }
}
