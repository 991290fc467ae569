import SwiftSyntax

/// The root feature of an app: the reducer that contains the most others, and whose state can be
/// made without arguments.
package struct RootFeature: Codable, Equatable {
  let name: String
  let module: String

  /// Returns the root feature among the reducers that stay.
  static func find(
    named wanted: String?, in sources: PortedSources, modules: [AppModule]
  ) throws(PortError) -> RootFeature {
    var candidates: [(feature: RootFeature, count: Int)] = []
    var mentioned: [String: Set<String>] = [:]
    for module in modules where !module.isTest && module.package == nil {
      for path in module.sources {
        guard let source = sources.sources[path] else { continue }
        let finder = Finder(cuts: sources.cuts[path] ?? Cuts(), features: sources.names.features)
        finder.walk(source.tree)
        for (name, isMade, names) in finder.found {
          mentioned[name] = names
          guard isMade || name == wanted else { continue }
          candidates.append((RootFeature(name: name, module: module.name), 0))
        }
      }
    }
    for index in candidates.indices {
      candidates[index].count = reach(of: candidates[index].feature.name, mentioned).count
    }
    if let wanted {
      guard let found = candidates.first(where: { $0.feature.name == wanted }) else {
        throw .noRoot(wanted)
      }
      return found.feature
    }
    let best = candidates.max { ($0.count, $1.feature.name) < ($1.count, $0.feature.name) }
    guard let best else { throw .noRoot("with a state that needs no arguments") }
    return best.feature
  }

  private static func reach(of name: String, _ mentioned: [String: Set<String>]) -> Set<String> {
    var reached: Set<String> = []
    var queue = [name]
    while let name = queue.popLast() {
      guard reached.insert(name).inserted else { continue }
      queue += mentioned[name] ?? []
    }
    return reached
  }

  private final class Finder: SyntaxVisitor {
    let cuts: Cuts
    let features: Set<String>
    var found: [(name: String, isMade: Bool, names: Set<String>)] = []

    init(cuts: Cuts, features: Set<String>) {
      self.cuts = cuts
      self.features = features
      super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
      guard node.isFeature, !cuts.covers(node.span) else { return .visitChildren }
      var names: Set<String> = []
      for token in node.tokens(viewMode: .sourceAccurate) where features.contains(token.text) {
        names.insert(token.text)
      }
      let state = node.memberBlock.members.lazy.compactMap { $0.decl.as(StructDeclSyntax.self) }
        .first { $0.name.text == "State" }
      found.append((node.name.text, state.map(Self.isMade) ?? false, names))
      return .visitChildren
    }

    /// Whether each stored property has a value, or an initializer needs no arguments.
    private static func isMade(_ state: StructDeclSyntax) -> Bool {
      let members = state.memberBlock.members
      let initializers = members.compactMap { $0.decl.as(InitializerDeclSyntax.self) }
      guard initializers.isEmpty else {
        return initializers.contains { item in
          item.signature.parameterClause.parameters.allSatisfy { $0.defaultValue != nil }
        }
      }
      return members.compactMap { $0.decl.as(VariableDeclSyntax.self) }
        .filter { !$0.modifiers.has(.static) }
        .allSatisfy { variable in
          variable.bindings.allSatisfy { binding in
            binding.accessorBlock != nil || binding.initializer != nil
              || binding.typeAnnotation?.type.is(OptionalTypeSyntax.self) == true
              || variable.attributes.contains { $0.trimmedDescription.hasPrefix("@Shared(") }
          }
        }
    }
  }
}
