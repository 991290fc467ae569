import SwiftSyntax

/// The root feature of an app: the reducer that contains the most others, and whose state can be
/// made without arguments.
package struct RootFeature: Codable, Equatable {
  package let name: String
  /// The module with the feature.
  package let module: String
  /// The expression that makes the state.
  package let state: String
  /// Whether the feature is an enumeration of features, whose reducer is its `body`.
  package let isEnumeration: Bool
  /// The modules of the features that the state's expression names.
  package let modules: [String]

  /// Returns the root feature among the reducers that stay.
  package static func find(
    named wanted: String?, in sources: PortedSources, modules: [AppModule]
  ) throws(PortError) -> RootFeature {
    var found: [String: Candidate] = [:]
    var extensions: [Candidate.Extension] = []
    for module in modules where !module.isTest && module.package == nil {
      for path in module.sources {
        guard let source = sources.sources[path] else { continue }
        let finder = CandidateFinder(
          cuts: sources.cuts[path] ?? Cuts(), features: sources.names.features,
          module: module.name)
        finder.walk(source.tree)
        for candidate in finder.found { found[candidate.name] = candidate }
        extensions += finder.extensions
      }
    }
    for item in extensions { found[item.name]?.add(item) }
    if found.isEmpty { throw .noReducer }
    let candidates = found.values.filter { wanted == nil || wanted == $0.name }
    let roots = candidates.compactMap { candidate -> (root: RootFeature, count: Int)? in
      var used: Set<String> = []
      // The state of a feature that the caller names may need arguments after all.
      let fallback = wanted == nil ? nil : "\(candidate.name).State()"
      guard let state = candidate.state(among: found, using: &used) ?? fallback else { return nil }
      let root = RootFeature(
        name: candidate.name, module: candidate.module, state: state,
        isEnumeration: candidate.isEnumeration, modules: used.sorted())
      return (root, reach(of: candidate.name, found).count)
    }
    let best = roots.max { ($0.count, $1.root.name) < ($1.count, $0.root.name) }
    guard let best else { throw .noRoot(wanted) }
    return best.root
  }

  private static func reach(of name: String, _ found: [String: Candidate]) -> Set<String> {
    var reached: Set<String> = []
    var queue = [name]
    while let name = queue.popLast() {
      guard reached.insert(name).inserted else { continue }
      queue += found[name]?.mentioned ?? []
    }
    return reached
  }
}

/// A reducer that can be the root of an app.
private struct Candidate {
  enum State {
    /// Each stored property has a value, or an initializer needs no arguments.
    case made
    /// The first of the cases that can be made, each with the feature whose state it contains.
    case cases([(name: String, feature: String?)])
    case unknown
    case elsewhere
  }

  /// An extension of a reducer, which may contain the state.
  struct Extension {
    let name: String
    let state: State?
    let mentioned: Set<String>
  }

  let name: String
  let module: String
  let isEnumeration: Bool
  private(set) var state: State
  /// The features that the reducer mentions.
  private(set) var mentioned: Set<String>

  init(
    name: String, module: String, isEnumeration: Bool, state: State, mentioned: Set<String>
  ) {
    (self.name, self.module, self.isEnumeration) = (name, module, isEnumeration)
    (self.state, self.mentioned) = (state, mentioned)
  }

  mutating func add(_ other: Extension) {
    mentioned.formUnion(other.mentioned)
    if case .elsewhere = state, let found = other.state { state = found }
  }

  /// Returns the expression that makes a state, and adds the modules of the features in it.
  func state(
    among found: [String: Candidate], using modules: inout Set<String>, depth: Int = 0
  ) -> String? {
    switch state {
    case .made:
      modules.insert(module)
      return "\(name).State()"
    case .cases(let cases):
      for item in cases where depth < 8 {
        guard let feature = item.feature else {
          modules.insert(module)
          return "\(name).State.\(item.name)"
        }
        if let inner = found[feature]?.state(among: found, using: &modules, depth: depth + 1) {
          modules.insert(module)
          return "\(name).State.\(item.name)(\(inner))"
        }
      }
      return nil
    case .unknown, .elsewhere: return nil
    }
  }
}

/// Finds the reducers of a file that are not within other types.
private final class CandidateFinder: SyntaxVisitor {
  private let cuts: Cuts
  private let features: Set<String>
  private let module: String
  private(set) var found: [Candidate] = []
  private(set) var extensions: [Candidate.Extension] = []

  init(cuts: Cuts, features: Set<String>, module: String) {
    self.cuts = cuts
    self.features = features
    self.module = module
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    guard !cuts.covers(node.span) else { return .skipChildren }
    extensions.append(
      Candidate.Extension(
        name: node.extendedType.trimmedDescription, state: Self.state(in: node.memberBlock),
        mentioned: mentioned(by: node)))
    return .skipChildren
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    add(node, Self.state(in: node.memberBlock) ?? .elsewhere)
    return .skipChildren
  }

  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
    add(node, .cases(Self.cases(of: node, suffix: nil)), isEnumeration: true)
    return .skipChildren
  }

  private func add(
    _ node: some DeclGroupSyntax & NamedDeclSyntax, _ state: Candidate.State,
    isEnumeration: Bool = false
  ) {
    guard node.isFeature, !cuts.covers(node.span) else { return }
    found.append(
      Candidate(
        name: node.name.text, module: module, isEnumeration: isEnumeration, state: state,
        mentioned: mentioned(by: node)))
  }

  private func mentioned(by node: some SyntaxProtocol) -> Set<String> {
    Set(node.tokens(viewMode: .sourceAccurate).map(\.text)).intersection(features)
  }

  /// Returns how the state among some members is made; `nil` if no state is among them.
  private static func state(in block: MemberBlockSyntax) -> Candidate.State? {
    for member in block.members {
      if let type = member.decl.as(StructDeclSyntax.self), type.name.text == "State" {
        return state(type)
      }
      if let type = member.decl.as(EnumDeclSyntax.self), type.name.text == "State" {
        return state(type)
      }
    }
    return nil
  }

  private static func state(_ node: StructDeclSyntax) -> Candidate.State {
    if let isMade = isMade(by: node.memberBlock) { return isMade ? .made : .unknown }
    let variables = node.memberBlock.members.compactMap { $0.decl.as(VariableDeclSyntax.self) }
    let isMade = variables.filter { !$0.modifiers.has(.static) }.allSatisfy { variable in
      variable.bindings.allSatisfy { binding in
        binding.accessorBlock != nil || binding.initializer != nil
          || binding.typeAnnotation?.type.is(OptionalTypeSyntax.self) == true
          || variable.attributes.contains { $0.trimmedDescription.hasPrefix("@Shared(") }
      }
    }
    return isMade ? .made : .unknown
  }

  private static func state(_ node: EnumDeclSyntax) -> Candidate.State {
    if isMade(by: node.memberBlock) == true { return .made }
    return .cases(cases(of: node, suffix: ".State"))
  }

  /// Whether an initializer needs no arguments; `nil` without initializers.
  private static func isMade(by members: MemberBlockSyntax) -> Bool? {
    let initializers = members.members.compactMap { $0.decl.as(InitializerDeclSyntax.self) }
    guard !initializers.isEmpty else { return nil }
    return initializers.contains { item in
      item.signature.parameterClause.parameters.allSatisfy { $0.defaultValue != nil }
    }
  }

  /// Returns the cases without values, and those with the state of one feature.
  private static func cases(
    of node: EnumDeclSyntax, suffix: String?
  ) -> [(name: String, feature: String?)] {
    let elements = node.memberBlock.members.compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }
      .flatMap(\.elements)
    return elements.compactMap { element in
      let values = element.parameterClause?.parameters ?? []
      guard let value = values.first else { return (element.name.text, nil) }
      let type = value.type.trimmedDescription
      guard values.count == 1, value.firstName == nil, suffix.map(type.hasSuffix) ?? true
      else { return nil }
      return (element.name.text, String(type.dropLast(suffix?.count ?? 0)))
    }
  }
}
