import SwiftSyntax

/// Decides which part of a file goes because of a fault: the smallest declaration or only its body.
/// A stored property, a case and the body of a reducer are never left out alone.
struct CutFinder {
  /// The consequence of a fault.
  enum Decision {
    case cut(Cut)
    /// The reducer at a range would have to go.
    case blocked(feature: Range<Int>, name: String)
    /// A stored value has the unknown type, which a type without members must take the place of.
    case needs(type: String)
    /// No declaration contains the fault.
    case none
  }

  let source: AppSource
  let names: DeclaredNames
  let isTest: Bool
  /// Whether declarations go whole, because a body without its statements does not compile.
  var isWhole = false

  func decision(for fault: Fault) -> Decision {
    guard let token = source.tree.token(at: AbsolutePosition(utf8Offset: fault.offset)) else {
      return .none
    }
    var child = Syntax(token)
    for node in token.ancestors {
      if let decision = decision(at: node, from: child, fault) { return decision }
      child = node
    }
    return .none
  }

  private func decision(at node: Syntax, from child: Syntax, _ fault: Fault) -> Decision? {
    if let item = node.as(ImportDeclSyntax.self) {
      return cut(item.span, .framework, item.path.trimmedDescription, fault)
    }
    if let attribute = node.as(AttributeSyntax.self), !attribute.isWrapper {
      return cut(attribute.span, .attribute, "@\(attribute.name)", fault)
    }
    if let type = node.as(InheritedTypeSyntax.self) { return conformance(type, fault) }
    if let closure = node.as(ClosureExprSyntax.self), !isWhole,
      closure.statements.span.contains(fault.offset)
    {
      if closure.isEffect, feature(of: node) != nil {
        return cut(closure.statements.span, .effect, "run", fault, with: Self.trap)
      }
      if closure.isDefault {
        return cut(closure.statements.span, .body, "a closure", fault, with: Self.trap)
      }
    }
    if let called = node.as(FunctionCallExprSyntax.self), called.isPublisher,
      feature(of: node) != nil
    {
      return cut(
        called.span, .effect, "publisher", fault, with: ".run { _ in \(Self.trap) }")
    }
    if node.is(FunctionParameterSyntax.self), let value = child.as(InitializerClauseSyntax.self) {
      return cut(value.value.span, .body, "a default value", fault, with: Self.trap)
    }
    if let function = node.as(FunctionDeclSyntax.self) {
      return self.function(function, from: child, fault)
    }
    if let item = node.as(InitializerDeclSyntax.self) {
      let effects = item.signature.effectSpecifiers
      return member(item.span, "init", item.body, effects, from: child, fault)
    }
    if let item = node.as(SubscriptDeclSyntax.self) {
      return cut(item.span, .declaration, "subscript", fault)
    }
    if let item = node.as(DeinitializerDeclSyntax.self) {
      return cut(item.span, .declaration, "deinit", fault)
    }
    if let variable = node.as(VariableDeclSyntax.self) {
      return self.variable(variable, at: fault)
    }
    if let item = node.as(EnumCaseDeclSyntax.self) {
      if let name = neededType(fault) { return .needs(type: name) }
      return enclosingType(of: node, "case \(item.elements.trimmedDescription)", fault)
    }
    if let item = node.as(TypeAliasDeclSyntax.self) {
      if let name = neededType(fault) { return .needs(type: name) }
      return cut(item.span, .declaration, item.name.text, fault)
    }
    if let item = node.as(AssociatedTypeDeclSyntax.self) {
      return cut(item.span, .declaration, item.name.text, fault)
    }
    if let item = node.as(ExtensionDeclSyntax.self) {
      return cut(
        item.span, .declaration, "extension \(item.extendedType.trimmedDescription)", fault)
    }
    if let item = node.as(MacroExpansionDeclSyntax.self) {
      return cut(item.span, .declaration, "#\(item.macroName.text)", fault)
    }
    if let type = node.asProtocol((any DeclGroupSyntax).self),
      let named = node.asProtocol((any NamedDeclSyntax).self)
    {
      return self.type(type, named.name.text, fault)
    }
    if node.isTopLevelStatement { return cut(node.span, .declaration, "a statement", fault) }
    return nil
  }

  private func cut(
    _ range: Range<Int>, _ kind: Cut.Kind, _ name: String, _ fault: Fault, with text: String = ""
  ) -> Decision {
    .cut(
      Cut(
        range: range, kind: kind, name: name, reason: fault.message,
        line: source.line(of: fault.offset), replacement: text))
  }

  // MARK: Types

  /// A conformance that Linux lacks goes alone; a class without its superclass goes whole.
  private func conformance(_ type: InheritedTypeSyntax, _ fault: Fault) -> Decision? {
    guard let clause = type.parent?.parent?.as(InheritanceClauseSyntax.self),
      let owner = clause.parent
    else { return nil }
    if owner.is(ExtensionDeclSyntax.self), clause.inheritedTypes.count == 1 {
      return nil
    }
    if let item = owner.as(ClassDeclSyntax.self), clause.inheritedTypes.first?.id == type.id {
      return self.type(item, item.name.text, fault)
    }
    if clause.inheritedTypes.count == 1 {
      return cut(clause.span, .conformance, type.name, fault)
    }
    // A comma goes with the name: the one after it, or the one before the last name.
    let list = Array(clause.inheritedTypes)
    guard let index = list.firstIndex(where: { $0.id == type.id }) else { return nil }
    let isLast = index == list.count - 1
    let start = isLast ? list[index - 1].trailingComma?.span.lowerBound : type.span.lowerBound
    let range = (start ?? type.span.lowerBound)..<type.span.upperBound
    return cut(range, .conformance, type.name, fault)
  }

  private func type(
    _ type: any DeclGroupSyntax, _ name: String, _ fault: Fault
  ) -> Decision {
    if isTest { return cut(type.span, .test, name, fault) }
    if let feature = feature(of: type) { return feature }
    return cut(type.span, .declaration, name, fault)
  }

  private func enclosingType(of node: Syntax, _ name: String, _ fault: Fault) -> Decision? {
    for ancestor in node.ancestors {
      if let item = ancestor.as(ExtensionDeclSyntax.self) {
        return cut(
          item.span, .declaration, "extension \(item.extendedType.trimmedDescription)", fault)
      }
      if let type = ancestor.asProtocol((any DeclGroupSyntax).self),
        let named = ancestor.asProtocol((any NamedDeclSyntax).self)
      {
        return self.type(type, named.name.text, fault)
      }
    }
    return nil
  }

  /// Returns the decision about the innermost reducer that contains a node.
  private func feature(of node: some SyntaxProtocol) -> Decision? {
    for ancestor in [Syntax(node)] + Array(node.ancestors) {
      if let value = ancestor.as(VariableDeclSyntax.self), let name = value.featureName {
        return .blocked(feature: value.span, name: name)
      }
      if let group = ancestor.asProtocol((any DeclGroupSyntax).self), group.isFeature {
        let name = ancestor.asProtocol((any NamedDeclSyntax).self)?.name.text ?? ""
        return .blocked(feature: group.span, name: name)
      }
      if let item = ancestor.as(ExtensionDeclSyntax.self) {
        let parts = item.extendedType.trimmedDescription.split(separator: ".").map(String.init)
        if let name = parts.first(where: names.features.contains) {
          return .blocked(feature: item.span, name: name)
        }
      }
    }
    return nil
  }

  // MARK: Members

  private func function(
    _ node: FunctionDeclSyntax, from child: Syntax, _ fault: Fault
  ) -> Decision {
    let name = "\(node.name.text)()"
    let isTestCase = node.attributes.has("Test") || node.name.text.hasPrefix("test")
    if isTest, isTestCase { return cut(node.span, .test, name, fault) }
    if node.name.text == "reduce", let feature = feature(of: node) { return feature }
    let effects = node.signature.effectSpecifiers
    return member(node.span, name, node.body, effects, from: child, fault)
  }

  private func member(
    _ range: Range<Int>, _ name: String, _ body: CodeBlockSyntax?,
    _ effects: FunctionEffectSpecifiersSyntax?, from child: Syntax, _ fault: Fault
  ) -> Decision {
    guard let body, child.id == body.id, !isWhole else {
      return cut(range, .declaration, name, fault)
    }
    let isThrowing = effects?.throwsClause.map { $0.type == nil } ?? false
    // An initializer must initialize, and has no result.
    let end = name == "init" ? #"fatalError("left out")"# : Self.trap
    let text = isThrowing ? "throw LeftOut()" : end
    return cut(body.statements.span, .body, name, fault, with: text)
  }

  /// The statement in the place of others; see `Substitutes.leftOut`.
  static let trap = "leftOut()"

  private func variable(_ node: VariableDeclSyntax, at fault: Fault) -> Decision? {
    guard let binding = node.bindings.first else { return nil }
    // A value within a body goes with the body.
    if node.parent?.is(MemberBlockItemSyntax.self) != true, node.isWithinBody { return nil }
    if node.featureName != nil { return feature(of: node) }
    let name = binding.pattern.trimmedDescription
    let isStatic = node.modifiers.has(.static) || node.modifiers.has(.class)
    let isMember = node.parent?.is(MemberBlockItemSyntax.self) == true
    if let block = binding.accessorBlock {
      if name == "body", let feature = feature(of: node) { return feature }
      return accessor(block, of: node, name, fault)
    }
    let isProtocol = node.ancestors.first { $0.is(ProtocolDeclSyntax.self) } != nil
    guard isMember, !isStatic, !isProtocol else { return value(node, binding, name, fault) }
    if let name = neededType(fault), binding.typeAnnotation?.span.contains(fault.offset) == true,
      !isLive(node)
    {
      return .needs(type: name)
    }
    if let initializer = binding.initializer, initializer.span.contains(fault.offset), !isWhole {
      let type = binding.typeAnnotation == nil ? initializer.value.constructedType : ""
      if let type {
        let annotation = type.isEmpty ? "" : ": \(type) "
        return cut(
          initializer.span, .body, name, fault, with: "\(annotation)= \(Self.trap)")
      }
    }
    return enclosingType(of: Syntax(node), name, fault)
  }

  /// Returns the unknown type of a fault, unless it is one of the app's own that was left out.
  private func neededType(_ fault: Fault) -> String? {
    guard let name = fault.name, names.types[name] == nil, name.first?.isUppercase == true else {
      return nil
    }
    return name
  }

  /// Whether a property belongs to an object that isn't observed, such as a live client.
  private func isLive(_ node: VariableDeclSyntax) -> Bool {
    for ancestor in node.ancestors {
      if let item = ancestor.as(ClassDeclSyntax.self) {
        return !item.attributes.has("Observable") && !item.attributes.has("Perceptible")
      }
      if ancestor.is(ActorDeclSyntax.self) { return true }
      if ancestor.is(StructDeclSyntax.self) || ancestor.is(EnumDeclSyntax.self) { return false }
    }
    return false
  }

  private func accessor(
    _ block: AccessorBlockSyntax, of node: VariableDeclSyntax, _ name: String, _ fault: Fault
  ) -> Decision {
    switch block.accessors {
    case .getter(let statements) where statements.span.contains(fault.offset) && !isWhole:
      return live(name, at: node).map {
        cut(statements.span, .liveValue, name, fault, with: $0)
      } ?? cut(statements.span, .body, name, fault, with: Self.trap)
    case .accessors(let list):
      let found = list.first { $0.body?.span.contains(fault.offset) == true }
      guard let body = found?.body, !isWhole else {
        return cut(node.span, .declaration, name, fault)
      }
      return cut(body.statements.span, .body, name, fault, with: Self.trap)
    default: return cut(node.span, .declaration, name, fault)
    }
  }

  /// A static or global value: its type stays if it is known, and its value is left out.
  private func value(
    _ node: VariableDeclSyntax, _ binding: PatternBindingSyntax, _ name: String, _ fault: Fault
  ) -> Decision {
    guard let initializer = binding.initializer, initializer.span.contains(fault.offset),
      node.bindings.count == 1, !isWhole,
      let type = binding.typeAnnotation?.type.trimmedDescription
        ?? initializer.value.constructedType ?? liveType(name, at: node)
    else { return cut(node.span, .declaration, name, fault) }
    let start = node.bindingSpecifier.span.lowerBound
    let live = live(name, at: node)
    let isolation = binding.typeAnnotation == nil ? ": \(type)" : ""
    let text = "var \(binding.typeAnnotation.map { _ in declared(binding) } ?? name)\(isolation)"
    return cut(
      start..<node.span.upperBound, live == nil ? .body : .liveValue, name, fault,
      with: "\(text) { \(live ?? Self.trap) }")
  }

  private func declared(_ binding: PatternBindingSyntax) -> String {
    "\(binding.pattern.trimmedDescription)\(binding.typeAnnotation?.trimmedDescription ?? "")"
  }
}

extension Syntax {
  /// Whether the node is a statement of a main file, outside of all declarations.
  fileprivate var isTopLevelStatement: Bool {
    guard let item = self.as(CodeBlockItemSyntax.self) else { return false }
    if case .decl = item.item { return false }
    return !item.isWithinBody
  }
}

extension AttributeSyntax {
  /// Whether the attribute belongs to a stored property, whose type it may change.
  fileprivate var isWrapper: Bool {
    guard let variable = parent?.parent?.as(VariableDeclSyntax.self) else { return false }
    return variable.bindings.contains { $0.accessorBlock == nil }
  }
}

extension ClosureExprSyntax {
  /// Whether the closure is the value of a stored property, such as an endpoint of a client.
  fileprivate var isDefault: Bool {
    guard let binding = parent?.parent?.as(PatternBindingSyntax.self) else { return false }
    return binding.parent?.parent?.parent?.is(MemberBlockItemSyntax.self) == true
  }

  /// Whether the closure is the work of an effect.
  fileprivate var isEffect: Bool {
    guard let called = parent?.as(FunctionCallExprSyntax.self) else { return false }
    let access = called.calledExpression.as(MemberAccessExprSyntax.self)
    return ["run", "fireAndForget", "task"].contains(access?.declName.baseName.text ?? "")
  }
}

extension FunctionCallExprSyntax {
  /// Whether the call makes an effect of a publisher.
  fileprivate var isPublisher: Bool {
    let access = calledExpression.as(MemberAccessExprSyntax.self)
    return access?.declName.baseName.text == "publisher" && trailingClosure != nil
  }
}

extension ExprSyntax {
  /// The type that an initializer call constructs, if its name says so.
  var constructedType: String? {
    guard let called = self.as(FunctionCallExprSyntax.self)?.calledExpression,
      called.as(DeclReferenceExprSyntax.self)?.baseName.text.first?.isUppercase == true
    else { return nil }
    return called.trimmedDescription
  }
}
