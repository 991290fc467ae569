import SwiftSyntax

/// Types that Linux lacks, and whose values states, actions or clients store. A class without
/// members takes the place of each.
enum OpaqueTypes {
  /// Returns the declarations of some types, with the arguments and the nested types that sources
  /// mention.
  static func text(for names: Set<String>, in sources: [AppSource]) -> String? {
    guard !names.isEmpty else { return nil }
    let finder = Finder(names: names)
    for source in sources { finder.walk(source.tree) }
    let texts = names.sorted().map { name in
      let count = finder.arguments[name] ?? 0
      let parameters = (0..<count).map { "T\($0)" }.joined(separator: ", ")
      let nested = (finder.nested[name] ?? []).sorted()
        .map { "  public final class \($0): NSObject, @unchecked Sendable {}\n" }
      return """
        open class \(name)\(count > 0 ? "<\(parameters)>" : ""): NSObject, @unchecked Sendable {
        \(nested.joined())}

        """
    }
    return (["// Written by reprise-port.\nimport Foundation\n"] + texts).joined(separator: "\n")
  }

  private final class Finder: SyntaxVisitor {
    let names: Set<String>
    var arguments: [String: Int] = [:]
    var nested: [String: Set<String>] = [:]

    init(names: Set<String>) {
      self.names = names
      super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
      if names.contains(node.name.text), let clause = node.genericArgumentClause {
        arguments[node.name.text] = clause.arguments.count
      }
      return .visitChildren
    }

    override func visit(_ node: MemberTypeSyntax) -> SyntaxVisitorContinueKind {
      if let base = node.baseType.as(IdentifierTypeSyntax.self), names.contains(base.name.text) {
        nested[base.name.text, default: []].insert(node.name.text)
      }
      return .visitChildren
    }
  }
}
