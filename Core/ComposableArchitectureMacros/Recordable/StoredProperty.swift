import SwiftSyntax
import SwiftSyntaxMacros

/// A stored property of a structure that is part of its value.
struct StoredProperty {
  /// The name as the source spells it, in backticks if it needs them.
  let name: TokenSyntax
  /// The type, or what it is inferred from.
  let types: [Syntax]
  /// What must be checked, unless the source shows that the property is recordable.
  let check: RecordableCheck?
  let availability: [AttributeSyntax]
  /// Whether the property presents what stands in a `PresentationState`.
  let isPresentation: Bool
  /// Whether a token is recorded in the place of the property.
  let isRedacted: Bool
  /// Whether the property has a shared value, by reference.
  let isShared: Bool
  /// Whether binding actions name the property by its projection: `\.$name`.
  let isBindingState: Bool

  /// The name of what is written: where a presentation stands, which tells at once that two are the
  /// same, rather than the value in it.
  var writtenName: String {
    isPresentation ? "$\(bareName)" : storedName
  }

  /// The name of what is read: that of a redacted property is its wrapper, and that of one that
  /// presents is where it stands, since to set the property itself takes all of the others first.
  var storedName: String {
    isRedacted || isPresentation || isShared ? "_\(bareName)" : name.text
  }

  /// The name of what describes the property: where what it shares stands, or the property itself.
  var describedName: String { isShared ? storedName : name.text }

  /// The name without backticks.
  var bareName: String { name.text.filter { $0 != "`" } }
}

/// The stored properties of a structure, in the order of the source.
struct StoredProperties {
  private var properties: [StoredProperty] = []
  private var isInvalid = false

  /// Collects the properties, and reports each that cannot be recorded.
  init(_ members: MemberBlockItemListSyntax, in context: some MacroExpansionContext) {
    for member in members {
      if let conditional = member.decl.as(IfConfigDeclSyntax.self) {
        if conditional.declaresStorage { diagnose(.conditional, at: conditional, in: context) }
      } else if let declaration = member.decl.as(VariableDeclSyntax.self) {
        collect(declaration, in: context)
      }
    }
  }

  /// The properties, or `nil` if one of them cannot be recorded.
  var valid: [StoredProperty]? { isInvalid ? nil : properties }

  private mutating func collect(
    _ declaration: VariableDeclSyntax, in context: some MacroExpansionContext
  ) {
    let bindings = declaration.storedBindings
    guard !bindings.isEmpty else { return }
    for attribute in declaration.attributes.unconditional where attribute.changesStorage {
      diagnose(
        .wrapper(attribute: attribute.attributeName.trimmedDescription), at: attribute,
        in: context)
    }
    let types = declaration.bindings.flatMap { binding in
      [binding.typeAnnotation.map(Syntax.init), binding.initializer.map(Syntax.init)]
    }.compactMap { $0 }
    let lazy = declaration.modifiers.first { $0.name.tokenKind == .keyword(.lazy) }
    for binding in bindings {
      if let lazy {
        diagnose(.lazy(name: binding.pattern.trimmedDescription), at: lazy, in: context)
      } else {
        diagnoseType(of: binding, in: context)
        let type = declaration.type(of: binding)
        properties += binding.pattern.identifiers.map { name in
          StoredProperty(
            name: name.trimmed, types: types,
            check: RecordableCheck(
              property: name, type: type, value: binding.initializer?.value, in: context),
            availability: declaration.attributes.availability,
            isPresentation: declaration.attributes.arePresentation,
            isRedacted: declaration.attributes.contains(named: "Redacted"),
            isShared: declaration.attributes.areShared,
            isBindingState: declaration.attributes.contains(named: "BindingState"))
        }
      }
    }
  }

  private mutating func diagnoseType(
    of binding: PatternBindingSyntax, in context: some MacroExpansionContext
  ) {
    if binding.pattern.is(TuplePatternSyntax.self) { return }
    if let type = binding.typeAnnotation?.type {
      switch PayloadForm(type) {
      case .value:
        if let part = UnrecordablePart(of: type) {
          diagnose(part.diagnostic, at: part.node, in: context)
        }
      case .unit, .tuple: diagnose(.tupleProperty, at: type, in: context)
      case .function: diagnose(.function, at: type, in: context)
      }
    } else if let value = binding.initializer?.value {
      if let tuple = value.as(TupleExprSyntax.self), tuple.elements.count != 1 {
        diagnose(.tupleProperty, at: tuple, in: context)
      } else if value.is(ClosureExprSyntax.self) {
        diagnose(.function, at: value, in: context)
      }
    }
  }

  private mutating func diagnose(
    _ diagnostic: RecordableDiagnostic, at node: some SyntaxProtocol,
    in context: some MacroExpansionContext
  ) {
    isInvalid = true
    context.diagnose(diagnostic, at: node)
  }
}

extension VariableDeclSyntax {
  /// The type that a property is declared with, which in `var a, b: Int` stands behind the last.
  fileprivate func type(of binding: PatternBindingSyntax) -> TypeSyntax? {
    if binding.pattern.is(TuplePatternSyntax.self) { return nil }
    let annotated = bindings.drop { $0.id != binding.id }
      .first { $0.typeAnnotation != nil || $0.initializer != nil }
    return annotated?.typeAnnotation?.type
  }
}

extension PatternSyntax {
  /// The names that the pattern binds.
  fileprivate var identifiers: [TokenSyntax] {
    if let pattern = self.as(IdentifierPatternSyntax.self) { return [pattern.identifier] }
    guard let tuple = self.as(TuplePatternSyntax.self) else { return [] }
    return tuple.elements.flatMap(\.pattern.identifiers)
  }
}

extension AttributeListSyntax {
  /// Whether one of the attributes puts the value of a property into a `PresentationState`.
  var arePresentation: Bool { unconditional.contains(where: \.isPresentation) }

  /// Whether one of the attributes shares the value of a property.
  var areShared: Bool { contains(named: "Shared") || contains(named: "SharedReader") }
}

extension AttributeSyntax {
  /// Whether the attribute may replace the storage of a property by another.
  ///
  /// The language's own attributes begin with a small letter; of the others, only some are known
  /// to leave the property as it is.
  fileprivate var changesStorage: Bool {
    let known: Set<String> = [
      "BindingState", "MainActor", "ObservationIgnored", "ObservationStateIgnored",
      "ObservationStateTracked", "ObservationTracked", "RecordedAs", "Redacted", "Shared",
      "SharedReader",
    ]
    return baseName.first?.isUppercase == true && !known.contains(baseName) && !isPresentation
  }

  /// Whether the attribute puts the value of a property into a `PresentationState`.
  fileprivate var isPresentation: Bool {
    ["Presents", "PresentationState"].contains(baseName)
  }
}
