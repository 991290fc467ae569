import SwiftSyntax

/// The names that the sources of an app declare, and the classes and protocols that lead to views.
struct DeclaredNames {
  /// A type with the path and the range of its declaration.
  struct TypeDeclaration: Hashable {
    let path: String
    let range: Range<Int>
  }

  private(set) var types: [String: Set<TypeDeclaration>] = [:]
  /// All names but those of types within other types: functions, values, parameters of types.
  private(set) var all: Set<String> = []
  /// The types that contain a type with a name, or have a parameter with the name.
  private(set) var owners: [String: Set<String>] = [:]
  /// The names that each class or protocol inherits.
  private var inherited: [String: Set<String>] = [:]
  private(set) var features: Set<String> = []
  /// The types with the attribute that makes a client's endpoints.
  private(set) var clients: Set<String> = []
  /// The names of the public types of all modules, outside of other types.
  private(set) var topLevel: Set<String> = []
  /// The values of dependencies that each type declares.
  private(set) var values: [String: [DependencyValue]] = [:]

  /// A static value of a dependency, such as the value for previews.
  struct DependencyValue {
    let name: String
    let path: String
    let isPublic: Bool
  }

  private let modules: [String: String]

  /// Finds the names in sources. `modules` has the modules of their paths.
  init(_ sources: [AppSource], modules: [String: String] = [:]) {
    self.modules = modules
    for source in sources {
      let finder = Finder(viewMode: .sourceAccurate)
      finder.walk(source.tree)
      for (name, range) in finder.types {
        types[name, default: []].insert(TypeDeclaration(path: source.path, range: range))
      }
      all.formUnion(finder.names)
      inherited.merge(finder.inherited) { $0.union($1) }
      features.formUnion(finder.features)
      clients.formUnion(finder.clients)
      topLevel.formUnion(finder.topLevel)
      owners.merge(finder.owners) { $0.union($1) }
      for value in finder.values {
        values[value.owner, default: []].append(
          DependencyValue(name: value.name, path: source.path, isPublic: value.isPublic))
      }
    }
  }

  /// Returns whether two files belong to the same module.
  func isSameModule(_ one: String, _ other: String) -> Bool {
    modules[one] != nil && modules[one] == modules[other]
  }

  /// Whether a type with these inherited names is a part of the user interface.
  func isInterface(_ names: [String]) -> Bool {
    var seen: Set<String> = []
    var queue = names
    while let name = queue.popLast() {
      guard seen.insert(name).inserted else { continue }
      // An action may have a type named View.
      if !topLevel.contains(name), InterfaceNames.contains(name) { return true }
      queue += inherited[name] ?? []
    }
    return false
  }

  private final class Finder: SyntaxVisitor {
    var types: [(String, Range<Int>)] = []
    var names: Set<String> = []
    var inherited: [String: Set<String>] = [:]
    var features: Set<String> = []
    var clients: Set<String> = []
    var topLevel: Set<String> = []
    var owners: [String: Set<String>] = [:]
    var values: [(owner: String, name: String, isPublic: Bool)] = []

    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { enter(node) }
    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { enter(node) }
    override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { enter(node) }
    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
      inherited[node.name.text, default: []].formUnion(node.inheritedNames)
      return enter(node)
    }
    override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
      inherited[node.name.text, default: []].formUnion(node.inheritedNames)
      return enter(node)
    }
    override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
      types.append((node.name.text, node.span))
      names.insert(node.name.text)
      addOwner(of: node.name.text, node)
      return .visitChildren
    }
    override func visit(_ node: AssociatedTypeDeclSyntax) -> SyntaxVisitorContinueKind {
      addOwner(of: node.name.text, node)
      return .visitChildren
    }
    override func visit(_ node: GenericParameterSyntax) -> SyntaxVisitorContinueKind {
      if node.isOfType { addOwner(of: node.name.text, node) }
      return .visitChildren
    }

    private func addOwner(of name: String, _ node: some SyntaxProtocol) {
      guard let owner = node.ancestors.lazy.compactMap(\.declaredTypeName).first else { return }
      owners[name, default: []].insert(owner)
    }

    override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
      if let name = node.dependencyValueName,
        let group = node.ancestors.lazy.compactMap({ $0.asProtocol((any DeclGroupSyntax).self) })
          .first, let owner = group.declaredTypeName
      {
        let isPublic = [node.modifiers, group.modifiers].contains {
          $0.has(.public) || $0.has(.package)
        }
        values.append((owner, name, isPublic))
      }
      return .visitChildren
    }

    private func enter(
      _ node: some DeclGroupSyntax & NamedDeclSyntax
    ) -> SyntaxVisitorContinueKind {
      types.append((node.name.text, node.span))
      if node.isFeature { features.insert(node.name.text) }
      if node.attributes.has("DependencyClient") { clients.insert(node.name.text) }
      let owner = node.ancestors.lazy.compactMap(\.declaredTypeName).first
      if let owner {
        owners[node.name.text, default: []].insert(owner)
      } else {
        topLevel.insert(node.name.text)
        names.insert(node.name.text)
      }
      return .visitChildren
    }

    override func visit(_ node: TokenSyntax) -> SyntaxVisitorContinueKind {
      guard case .identifier(let name) = node.tokenKind, let parent = node.parent else {
        return .skipChildren
      }
      let isType = parent.asProtocol((any DeclGroupSyntax).self) != nil
      let isDeclared =
        (!isType && parent.asProtocol((any NamedDeclSyntax).self)?.name.id == node.id)
        || parent.is(IdentifierPatternSyntax.self) || parent.is(EnumCaseElementSyntax.self)
        || parent.as(GenericParameterSyntax.self)?.name.id == node.id
      if isDeclared { names.insert(name) }
      return .skipChildren
    }
  }
}

extension DeclaredNames {
  /// Whether a name at a place means a type that an enclosing type contains, or a parameter of an
  /// enclosing declaration.
  func isMember(_ name: String, at node: some SyntaxProtocol) -> Bool {
    let owners = owners[name] ?? []
    return node.ancestors.contains { ancestor in
      ancestor.declaredTypeName.map(owners.contains) == true
        || ancestor.genericParameterNames.contains(name)
    }
  }
}

extension GenericParameterSyntax {
  /// Whether the parameter belongs to a type, whose extensions can use it.
  fileprivate var isOfType: Bool {
    parent?.parent?.parent?.asProtocol((any DeclGroupSyntax).self) != nil
  }
}

extension SyntaxProtocol {
  fileprivate var genericParameterNames: [String] {
    let clause = asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause
    return clause?.parameters.map(\.name.text) ?? []
  }
}

extension VariableDeclSyntax {
  /// The name of a static value of a dependency that other files can use.
  fileprivate var dependencyValueName: String? {
    guard modifiers.has(.static), !modifiers.has(.private), !modifiers.has(.fileprivate),
      let name = bindings.first?.pattern.trimmedDescription
    else { return nil }
    return ["liveValue", "previewValue", "testValue"].contains(name) ? name : nil
  }
}

extension SyntaxProtocol {
  /// The name of the type that the node declares or extends, without enclosing types.
  var declaredTypeName: String? {
    if let item = self.as(ExtensionDeclSyntax.self) {
      let name =
        item.extendedType.as(MemberTypeSyntax.self)?.name
        ?? item.extendedType.as(IdentifierTypeSyntax.self)?.name
      return name?.text
    }
    guard asProtocol((any DeclGroupSyntax).self) != nil else { return nil }
    return asProtocol((any NamedDeclSyntax).self)?.name.text
  }
}
