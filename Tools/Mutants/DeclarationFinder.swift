import SwiftSyntax

/// Code that reducers may reach: the body of a function, an initializer or a property.
struct Declaration {
  let file: String
  /// The enclosing types, outermost first.
  let types: [String]
  let name: String
  let labels: [String]?
  let parameters: Set<String>
  let result: String?
  let isPrivate: Bool
  let isStatic: Bool
  /// The statements, or the initial value of a constant.
  let body: Syntax
  /// Whether the declaration is the body or the `reduce` function of a reducer.
  let isReducer: Bool
  /// Whether a result builder processes the statements.
  let isBuilder: Bool

  var title: String {
    let labels = labels.map { "(" + $0.map { "\($0):" }.joined() + ")" } ?? ""
    return (types + [name + labels]).joined(separator: ".")
  }

  func matches(_ reference: Reference) -> Bool {
    guard name == reference.name || (name == "init" && types.last == reference.name),
      !isPrivate || reference.file == file, !isStatic || !reference.isOfValue
    else { return false }
    guard case .call(let given) = reference.use else {
      return labels == nil || (reference.use == .any && name != "init")
    }
    // A constant cannot be called.
    guard let labels else { return !isStatic }
    // A call may omit parameters with default values and trailing closures.
    var rest = labels[...]
    return given.allSatisfy { label in
      guard let index = rest.firstIndex(of: label) else { return false }
      rest = rest[(index + 1)...]
      return true
    }
  }
}

struct Module {
  var declarations: [Declaration] = []
  var imports: Set<String> = []
  /// The names of the functions that the module's protocols require.
  var requirements: Set<String> = []
  var optionals: Set<String> = []

  mutating func add(_ other: Module) {
    declarations += other.declarations
    imports.formUnion(other.imports)
    requirements.formUnion(other.requirements)
    optionals.formUnion(other.optionals)
  }
}

/// Finds the declarations of a file that reducers can call, which are not asynchronous.
final class DeclarationFinder: SyntaxVisitor {
  private let file: String
  private var types: [(name: String, isReducer: Bool)] = []
  private(set) var contents = Module()
  private(set) var enumerations: [Enumeration] = []

  init(file: String) {
    self.file = file
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
    contents.imports.insert(node.path.trimmedDescription)
    return .skipChildren
  }

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.name.text, node.attributes)
  }
  override func visitPost(_ node: StructDeclSyntax) { types.removeLast() }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.name.text, node.attributes)
  }
  override func visitPost(_ node: ClassDeclSyntax) { types.removeLast() }

  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
    let cases = node.memberBlock.members.compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }
      .flatMap(\.elements)
    enumerations.append(Enumeration(file: file, cases: cases.map(Enumeration.Case.init)))
    return enter(node.name.text, node.attributes)
  }
  override func visitPost(_ node: EnumDeclSyntax) { types.removeLast() }

  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    // The implementation of a dependency is not part of a reducer.
    let name = node.extendedType.trimmedDescription
    _ = enter(name, node.attributes)
    return name == "DependencyValues" ? .skipChildren : .visitChildren
  }
  override func visitPost(_ node: ExtensionDeclSyntax) { types.removeLast() }

  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
    let functions = node.memberBlock.members.compactMap { $0.decl.as(FunctionDeclSyntax.self) }
    contents.requirements.formUnion(functions.map(\.name.text))
    return .skipChildren
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    guard let body = node.body, node.signature.effectSpecifiers?.asyncSpecifier == nil else {
      return .skipChildren
    }
    add(
      node.name.text, node.modifiers, node.signature.parameterClause,
      result: node.signature.returnClause?.type.trimmedDescription, Syntax(body.statements))
    return .skipChildren
  }

  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    guard let body = node.body else { return .skipChildren }
    add("init", node.modifiers, node.signature.parameterClause, Syntax(body.statements))
    return .skipChildren
  }

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    for binding in node.bindings {
      let name = binding.pattern.trimmedDescription
      let type = binding.typeAnnotation?.type.trimmedDescription
      if type?.hasSuffix("?") == true { contents.optionals.insert(name) }
      switch binding.accessorBlock?.accessors {
      case .getter(let statements):
        add(name, node.modifiers, result: type, Syntax(statements))
      case .accessors(let accessors):
        for accessor in accessors {
          guard let body = accessor.body else { continue }
          let returns = accessor.accessorSpecifier.tokenKind == .keyword(.get)
          add(name, node.modifiers, result: returns ? type : nil, Syntax(body.statements))
        }
      default:
        // Logs contain the initial state. Mutants of stored properties' initial values have no
        // effect.
        guard node.modifiers.has(.static), let value = binding.initializer?.value else { continue }
        add(name, node.modifiers, result: type, Syntax(value))
      }
    }
    return .skipChildren
  }

  private func enter(
    _ name: String, _ attributes: AttributeListSyntax
  ) -> SyntaxVisitorContinueKind {
    let isReducer = attributes.contains { $0.trimmedDescription.hasPrefix("@Reducer") }
    types.append((name, isReducer))
    return .visitChildren
  }

  private func add(
    _ name: String, _ modifiers: DeclModifierListSyntax,
    _ parameters: FunctionParameterClauseSyntax? = nil, result: String? = nil, _ body: Syntax
  ) {
    let parameters = parameters.map { Array($0.parameters) }
    let labels = parameters?.map(\.firstName.text)
    let isBody = name == "body" && labels == nil
    contents.declarations.append(
      Declaration(
        file: file, types: types.map(\.name), name: name, labels: labels,
        parameters: Set(parameters?.map { ($0.secondName ?? $0.firstName).text } ?? []),
        result: result,
        isPrivate: modifiers.has(.private) || modifiers.has(.fileprivate),
        isStatic: modifiers.has(.static), body: body,
        isReducer: types.last?.isReducer == true
          && (isBody || (name == "reduce" && labels == ["into", "action"])),
        isBuilder: isBody && result?.hasPrefix("some ") == true))
  }
}

extension DeclModifierListSyntax {
  fileprivate func has(_ keyword: Keyword) -> Bool {
    contains { $0.name.tokenKind == .keyword(keyword) }
  }
}
