import SwiftSyntax

/// The names that the sources of an app declare, and the classes and protocols that lead to views.
struct DeclaredNames {
  /// A type with the path and the range of its declaration.
  struct TypeDeclaration: Hashable {
    let path: String
    let range: Range<Int>
  }

  private(set) var types: [String: Set<TypeDeclaration>] = [:]
  /// All names: types, functions, values, parameters of types and macros.
  private(set) var all: Set<String> = []
  /// The names that each class or protocol inherits.
  private var inherited: [String: Set<String>] = [:]
  private(set) var features: Set<String> = []
  /// The types with the attribute that makes a client's endpoints.
  private(set) var clients: Set<String> = []
  /// The names of the public types of all modules, outside of other types.
  private(set) var topLevel: Set<String> = []

  init(_ sources: [AppSource]) {
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
    }
  }

  /// Whether a type with these inherited names is a part of the user interface.
  func isInterface(_ names: [String]) -> Bool {
    var seen: Set<String> = []
    var queue = names
    while let name = queue.popLast() {
      guard seen.insert(name).inserted else { continue }
      if types[name] == nil, InterfaceNames.contains(name) { return true }
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
      return .visitChildren
    }

    private func enter(
      _ node: some DeclGroupSyntax & NamedDeclSyntax
    ) -> SyntaxVisitorContinueKind {
      types.append((node.name.text, node.span))
      if node.isFeature { features.insert(node.name.text) }
      if node.attributes.has("DependencyClient") { clients.insert(node.name.text) }
      if !node.ancestors.contains(where: { $0.is(MemberBlockSyntax.self) }) {
        topLevel.insert(node.name.text)
      }
      return .visitChildren
    }

    override func visit(_ node: TokenSyntax) -> SyntaxVisitorContinueKind {
      guard case .identifier(let name) = node.tokenKind, let parent = node.parent else {
        return .skipChildren
      }
      let isDeclared =
        parent.asProtocol((any NamedDeclSyntax).self)?.name.id == node.id
        || parent.is(IdentifierPatternSyntax.self) || parent.is(EnumCaseElementSyntax.self)
        || parent.as(GenericParameterSyntax.self)?.name.id == node.id
      if isDeclared { names.insert(name) }
      return .skipChildren
    }
  }
}
