import SwiftParser
import SwiftSyntax

/// Finds small changes of effects, in the closures of each function that returns an effect.
///
/// Two comments before a statement exclude changes that have no visible effect: `// not reached` if
/// no session runs the statement, and `// does not return` if none continues after it.
final class EffectMutantFinder: SyntaxVisitor {
  private let file: String
  let source: SourceText
  private var sites: [Site] = []
  private var mutants: [Mutant] = []
  /// The name of the function that returns the current effect.
  private(set) var function: String?
  /// Whether the current effect sends numbers instead of the feature's actions.
  private(set) var sendsNumbers = false
  /// The number of enclosing closures within the function.
  private(set) var closureDepth = 0
  /// The number of closures visited so far. It selects the additions to the next closure.
  private(set) var closureCount = 0

  private init(file: String, _ text: String) {
    self.file = file
    source = SourceText(text)
    super.init(viewMode: .sourceAccurate)
  }

  static func mutants(of file: String, _ text: String) -> MutatedSource {
    let finder = EffectMutantFinder(file: file, text)
    finder.walk(Parser.parse(source: text))
    return MutatedSource(
      file: file, text: finder.source.bytes, sites: finder.sites,
      mutants: MutatedSource.named(finder.mutants.sorted { $0.line < $1.line }))
  }

  func add(
    _ range: Range<Int>, _ replacement: String, change: String? = nil, kind: Mutant.Kind
  ) {
    guard let function, let site = sites.indices.last else { return }
    mutants.append(
      Mutant(
        file: file, line: source.line(of: range.lowerBound), declaration: function,
        change: change ?? source.change(of: range, to: replacement), kind: kind, range: range,
        replacement: replacement, site: site))
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    guard function == nil else { return .visitChildren }
    let result = node.signature.returnClause?.type.trimmedDescription
    guard let body = node.body, result?.hasPrefix("Effect") == true else { return .skipChildren }
    function = node.name.text
    sendsNumbers = body.trimmedDescription.contains("Effect<Int>")
    sites.append(Site(range: body.statements.trimmedRangeInSource, form: .statements))
    walk(body.statements)
    function = nil
    return .skipChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    closureDepth += 1
    closureCount += 1
    addWork(to: node)
    return .visitChildren
  }
  override func visitPost(_ node: ClosureExprSyntax) { closureDepth -= 1 }

  override func visit(_ node: CodeBlockItemListSyntax) -> SyntaxVisitorContinueKind {
    if closureDepth > 0 { exchangeStatements(node) }
    return .visitChildren
  }

  override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
    guard closureDepth > 0 else { return .visitChildren }
    if node.isMarkedUnreached { return .skipChildren }
    dropOrRepeat(node)
    return .visitChildren
  }

  override func visit(_ node: IntegerLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    let number = Int(node.literal.text.filter { $0 != "_" })
    if closureDepth > 0, let number, node.isNoticeable {
      add(node.trimmedRangeInSource, "\(number + 1)", kind: .argument)
    }
    return .skipChildren
  }

  override func visit(_ node: BooleanLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    let other = node.literal.tokenKind == .keyword(.true) ? "false" : "true"
    let isCancellation = node.kind == .cancellation
    add(node.trimmedRangeInSource, other, kind: isCancellation ? .cancellation : .argument)
    return .skipChildren
  }

  override func visit(_ node: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    if closureDepth > 0, node.isNoticeable { changeText(node) }
    return .visitChildren
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    if closureDepth > 0 { exchangeEndpoint(node) }
    return .visitChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    let isBase =
      node.parent?.as(MemberAccessExprSyntax.self)?.base?.id == ExprSyntax(node).id
    if closureDepth > 0, isBase, let other = Self.clients[node.baseName.text] {
      add(node.trimmedRangeInSource, other, kind: .otherClient)
    }
    return .skipChildren
  }

  /// The clients of the same type. Each is replaced with the other.
  private static let clients = ["bank": "backup", "backup": "bank"]
}

extension MutatedSource {
  /// Finds the mutants of the effects in the sources of a module.
  package static func effects(of sources: [String: String]) -> [MutatedSource] {
    sources.sorted { $0.key < $1.key }.map { EffectMutantFinder.mutants(of: $0.key, $0.value) }
      .filter { !$0.mutants.isEmpty }
  }
}
