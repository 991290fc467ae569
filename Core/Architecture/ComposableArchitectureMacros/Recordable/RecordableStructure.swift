import SwiftSyntax
import SwiftSyntaxMacros

/// The function bodies for a structure, recorded as its stored properties in source order.
struct RecordableStructure: RecordableBodies {
  private let properties: [StoredProperty]
  private let declaration: StructDeclSyntax

  /// Creates the bodies, or returns `nil` after reporting each property that cannot be recorded.
  init?(_ declaration: StructDeclSyntax, in context: some MacroExpansionContext) {
    let errors = declaration.memberBlock.members.flatMap(\.decl.storageErrors)
    for error in errors { context.report(error) }
    guard errors.isEmpty else { return nil }
    properties = declaration.variables.flatMap { StoredProperty.all(of: $0, in: context) }
    self.declaration = declaration
  }

  var describe: [String] {
    if properties.isEmpty { return ["schema.structure(Self.self) { _ in", "}"] }
    let checks = checks
    let opening = "\(checks.isEmpty ? "" : "return ")schema.structure(Self.self) { type in"
    let fields = properties.map(\.description) + computedNames + declaration.recordedHistoryCall
    return checks + [opening] + fields + [sourceAccess, "}"]
  }

  /// A function that is never called, and compiles only if all properties are recordable.
  private var checks: [String] {
    let lines = properties.flatMap { property in
      property.check.map { check in
        ["do {"] + check.lines(for: "value.\(property.describedName)", prefix: "_ = ") + ["}"]
      } ?? []
    }
    return lines.isEmpty ? [] : ["func check(_ value: Self) {"] + lines + ["}"]
  }

  /// The statements that describe the computed properties that binding actions can set.
  ///
  /// A log can name a computed property only if the structure itself declares it.
  private var computedNames: [String] {
    // An attribute may isolate a property to an actor or limit its platforms.
    settableVariables.flatMap(\.bindings).filter(\.isSettable).compactMap(\.identifier?.text)
      .map { "type.computed(\($0.recordedName), \\.\($0))" }
  }

  private var settableVariables: [VariableDeclSyntax] {
    declaration.variables.filter { !$0.modifiers.areOfType && $0.attributes.isEmpty }
  }

  var record: [String] {
    if properties.isEmpty { return ["encoder.appendUnit()"] }
    return properties.map { "encoder.encode(part: self.\($0.writtenName))" }
  }

  var decode: [String] {
    if properties.isEmpty { return ["try decoder.unit()"] }
    return properties.map { "self.\($0.storedName) = try decoder.decodePart()" }
  }

  var recordChange: [String] {
    if properties.isEmpty { return ["false"] }
    return ["let product = encoder.openProduct(fieldCount: \(properties.count))"]
      + properties.map(\.writtenName).enumerated().map { index, name in
        "encoder.field(part: \(index), of: product, from: old.\(name), to: self.\(name))"
      }
      + ["return encoder.close(product)"]
  }
}

// MARK: Access from other files

extension RecordableStructure {
  /// The call that describes how other files of the package can set properties and create values.
  ///
  /// Generated tests use the description. Anything that the source does not prove is omitted.
  private var sourceAccess: String {
    func literal(_ names: [String]) -> String {
      "[\(names.map(\.recordedName).joined(separator: ", "))]"
    }
    let settable = properties.filter {
      !$0.isRedacted && !$0.isSharedReader && $0.declaration.canBeSet
    }
    let computed = settableVariables.filter(\.canBeSet).flatMap(\.bindings)
      .filter(\.isSettable).compactMap(\.identifier?.text)
    let initializer = initializer.map { ", initializer: \(literal($0))" } ?? ""
    // A shared value is set through its projection.
    let stored = settable.map { $0.isShared ? "$\($0.bareName)" : $0.bareName }
    return "type.source(settable: \(literal(stored + computed))\(initializer))"
  }

  /// The argument labels of an initializer that only assigns recorded properties.
  private var initializer: [String]? {
    let members = declaration.memberBlock.members
    guard !members.contains(where: { $0.decl.is(IfConfigDeclSyntax.self) }) else { return nil }
    let initializers = members.compactMap { $0.decl.as(InitializerDeclSyntax.self) }
    guard initializers.isEmpty else {
      let plain = initializers.compactMap { $0.labelsIfPlain(of: properties) }
      let maxCount = plain.map(\.count).max()
      return plain.first { $0.count == maxCount }
    }
    let isPlain = declaration.variables.allSatisfy { $0.storedBindings.isEmpty || $0.isPlain }
    return isPlain ? properties.filter { !$0.isFixed }.map(\.bareName) : nil
  }
}

extension VariableDeclSyntax {
  /// Whether other files can set the property.
  fileprivate var canBeSet: Bool {
    bindingSpecifier.tokenKind == .keyword(.var) && !modifiers.contains(where: \.hides)
  }

  /// Whether the memberwise initializer, as other files see it, takes the property's declared type.
  fileprivate var isPlain: Bool {
    let isHidden = modifiers.contains { $0.hides && $0.detail == nil }
    let isWrapped = attributes.unconditional.contains { attribute in
      attribute.baseName.first?.isUppercase == true && attribute.baseName != "RecordedAs"
    }
    return !isHidden && !isWrapped && storedBindings.allSatisfy { $0.identifier != nil }
  }
}

extension InitializerDeclSyntax {
  /// Returns the argument labels if the initializer only assigns its parameters to properties, and
  /// the other properties keep known initial values.
  fileprivate func labelsIfPlain(of properties: [StoredProperty]) -> [String]? {
    let parameters = signature.parameterClause.parameters
    guard optionalMark == nil, genericParameterClause == nil, genericWhereClause == nil,
      signature.effectSpecifiers == nil, !modifiers.contains(where: \.hides),
      attributes.unconditional.isEmpty, let body
    else { return nil }
    var labels: [String] = []
    var copies: [String] = []
    for parameter in parameters {
      let label = parameter.firstName.bareText
      guard parameter.secondName == nil, parameter.ellipsis == nil, !labels.contains(label),
        let property = properties.first(where: { $0.bareName == label }), !property.isRedacted,
        property.argumentType.map({ $0 == parameter.type.trimmedDescription }) ?? true
      else { return nil }
      labels.append(label)
      copies.append("\(property.assignedName) = \(parameter.firstName.text)")
    }
    guard properties.allSatisfy({ labels.contains($0.bareName) || $0.hasKnownInitialValue }) else {
      return nil
    }
    let statements = body.statements.map { statement in
      let text = statement.item.trimmedDescription
      return text.hasPrefix("self._") ? String(text.dropFirst("self.".count)) : text
    }
    return statements.sorted() == copies.sorted() ? labels : nil
  }
}

// MARK: Properties

private struct StoredProperty {
  /// The name as spelled in the source, with backticks if it needs them.
  let name: TokenSyntax
  let type: TypeSyntax?
  let initialValue: ExprSyntax?
  /// The check that the property is recordable, or `nil` if the source shows that it is.
  let check: RecordableCheck?
  let declaration: VariableDeclSyntax

  static func all(
    of declaration: VariableDeclSyntax, in context: some MacroExpansionContext
  ) -> [Self] {
    declaration.storedBindings.flatMap { binding in
      let type = declaration.type(of: binding)
      return binding.pattern.identifiers.map { name in
        Self(
          name: name.trimmed, type: type, initialValue: binding.initializer?.value,
          check: RecordableCheck(
            property: name, type: type, value: binding.initializer?.value, in: context),
          declaration: declaration)
      }
    }
  }

  private var attributes: AttributeListSyntax { declaration.attributes }
  private var isPresentation: Bool { attributes.arePresentation }
  var isRedacted: Bool { attributes.contains(named: "Redacted") }
  var isShared: Bool { attributes.contains(named: "Shared") || isSharedReader }
  var isSharedReader: Bool { attributes.contains(named: "SharedReader") }

  var bareName: String { name.bareText }

  /// The name of the encoded property. Projections of presentations compare faster than values.
  var writtenName: String { isPresentation ? "$\(bareName)" : storedName }

  /// The name of the decoded property. A presented property can be set only after all others.
  var storedName: String { isRedacted || isPresentation || isShared ? "_\(bareName)" : name.text }

  /// The type of an initializer's parameter that is assigned to the property, if it is declared.
  var argumentType: String? {
    type.map { isShared ? "Shared<\($0.trimmedDescription)>" : $0.trimmedDescription }
  }

  /// The name under which an initializer assigns a parameter of that type.
  var assignedName: String { isShared ? "_\(bareName)" : "self.\(name.text)" }

  /// Whether the property is a constant with a value, which no initializer sets.
  var isFixed: Bool {
    declaration.bindingSpecifier.tokenKind == .keyword(.let) && initialValue != nil
  }

  /// Whether the property can be left out of an initializer, and then has a value that the
  /// description contains.
  var hasKnownInitialValue: Bool {
    let isNil = initialValue?.is(NilLiteralExprSyntax.self) ?? true
    return !isShared && !isRedacted && (!isPresentation || isNil)
  }

  /// The name of the property in the description. For a shared property, this is its wrapper.
  var describedName: String { isShared ? storedName : name.text }

  var description: String {
    let storage =
      if isPresentation {
        ", storage: \\._\(bareName)"
      } else if isRedacted {
        ", redacted: \\._\(bareName)"
      } else if attributes.contains(named: "BindingState") {
        ", binding: \\.$\(bareName)"
      } else {
        ""
      }
    return "type.field(\(bareName.recordedName), \\.\(describedName)\(storage))"
  }
}

extension PatternSyntax {
  fileprivate var identifiers: [TokenSyntax] {
    if let pattern = self.as(IdentifierPatternSyntax.self) { return [pattern.identifier] }
    guard let tuple = self.as(TuplePatternSyntax.self) else { return [] }
    return tuple.elements.flatMap(\.pattern.identifiers)
  }
}

extension PatternBindingSyntax {
  fileprivate var isSettable: Bool {
    guard isComputed, let accessors = accessorBlock?.accessors.as(AccessorDeclListSyntax.self)
    else { return false }
    let setters: [TokenKind] = [.keyword(.set), .keyword(._modify)]
    return accessors.contains { setters.contains($0.accessorSpecifier.tokenKind) }
      && accessors.allSatisfy {
        $0.effectSpecifiers == nil && $0.modifier?.name.text != "mutating"
      }
  }
}

extension VariableDeclSyntax {
  /// The statements that describe former names and initial values.
  var recordedHistory: [String] {
    storedBindings.flatMap { binding -> [String] in
      guard let name = binding.identifier?.trimmed else { return [] }
      let field = "recordedHistory.field(\(name.text.recordedName), "
      var lines = attributes.formerNames.map { former in
        guard let conversion = former.conversion else { return "\(field)formerly: \(former.name))" }
        return "\(field)\\.\(name.text), formerly: \(former.name), converting: \(conversion))"
      }
      if let value = binding.initializer?.value, !value.is(NilLiteralExprSyntax.self),
        !attributes.arePresentation
      {
        lines.append("\(field)\\.\(name.text), initially: \(value.trimmedDescription))")
      }
      return lines
    }
  }
}

extension AttributeListSyntax {
  /// Whether an attribute stores the value of the property in a `PresentationState`.
  fileprivate var arePresentation: Bool { unconditional.contains(where: \.isPresentation) }
}

extension AttributeSyntax {
  fileprivate var isPresentation: Bool { ["Presents", "PresentationState"].contains(baseName) }

  /// Whether the attribute may replace the storage of a property.
  ///
  /// Attributes of the language are lowercase. Of the other attributes, only these are known to
  /// preserve the storage.
  fileprivate var changesStorage: Bool {
    let known: Set<String> = [
      "BindingState", "MainActor", "ObservationIgnored", "ObservationStateIgnored",
      "ObservationStateTracked", "ObservationTracked", "RecordedAs", "Redacted", "Shared",
      "SharedReader",
    ]
    return baseName.first?.isUppercase == true && !known.contains(baseName) && !isPresentation
  }
}

// MARK: Properties that cannot be recorded

extension DeclSyntax {
  fileprivate var storageErrors: [MacroError] {
    if let conditional = self.as(IfConfigDeclSyntax.self), conditional.declaresStorage {
      return [.conditional(conditional)]
    }
    guard let variable = self.as(VariableDeclSyntax.self), !variable.storedBindings.isEmpty else {
      return []
    }
    let lazy = variable.modifiers.first { $0.name.tokenKind == .keyword(.lazy) }
    return variable.attributes.unconditional.filter(\.changesStorage).map(MacroError.wrapper)
      + variable.storedBindings.compactMap { binding in
        lazy.map { MacroError.lazy($0, property: binding.pattern) } ?? binding.storageError
      }
  }
}

extension PatternBindingSyntax {
  fileprivate var storageError: MacroError? {
    if pattern.is(TuplePatternSyntax.self) { return nil }
    if let type = typeAnnotation?.type {
      return switch PayloadForm(type) {
      case .value: type.recordingError
      case .unit, .tuple: .tuple(type)
      case .function: .function(type)
      }
    }
    guard let value = initializer?.value else { return nil }
    if value.is(ClosureExprSyntax.self) { return .function(value) }
    return value.as(TupleExprSyntax.self).flatMap { $0.elements.count == 1 ? nil : .tuple($0) }
  }
}

extension MacroError {
  fileprivate static func wrapper(_ attribute: AttributeSyntax) -> Self {
    Self(
      """
      a property with a wrapper cannot be recorded: remove \
      '@\(attribute.attributeName.trimmedDescription)', or write the conformance to 'Recordable' \
      by hand
      """, at: attribute)
  }

  fileprivate static func lazy(_ modifier: DeclModifierSyntax, property: PatternSyntax) -> Self {
    Self(
      """
      a lazy property cannot be recorded: make '\(property.trimmedDescription)' a computed \
      property, or one that is stored from the start
      """, at: modifier)
  }

  fileprivate static func tuple(_ node: some SyntaxProtocol) -> Self {
    Self(
      "a tuple property cannot be recorded: make its type a struct that is '@Recordable'", at: node)
  }
}
