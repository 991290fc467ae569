import SwiftParser
import SwiftSyntax

/// Finds the mutants of a declaration by its syntax. Mutants that do not compile are excluded
/// later.
final class MutantFinder: SyntaxVisitor {
  let declaration: Declaration
  let enumerations: [Enumeration]
  let optionals: Set<String>
  private let source: SourceText
  private let firstSite: Int
  private(set) var sites: [Site] = []
  private(set) var mutants: [Mutant] = []
  /// The enclosing places of the current node, innermost last.
  private var open: [OpenSite] = []
  private(set) var patternDepth = 0

  private struct OpenSite {
    let index: Int
    let node: SyntaxIdentifier
    let returnsEffect: Bool
    let isBuilder: Bool
    /// The number of enclosing closures within the site that are not sites themselves.
    var closureDepth = 0
  }

  /// Creates a finder for a declaration. `firstSite` is the number of sites already found in the
  /// file.
  init(
    in declaration: Declaration, of source: SourceText, firstSite: Int,
    enumerations: [Enumeration], optionals: Set<String>
  ) {
    self.declaration = declaration
    self.source = source
    self.firstSite = firstSite
    self.enumerations = enumerations
    self.optionals = optionals
    super.init(viewMode: .sourceAccurate)
  }

  func find() {
    let body = declaration.body
    let isValue = !body.is(CodeBlockItemListSyntax.self)
    let returnsEffect = declaration.result?.hasPrefix("Effect<") == true
    enter(
      body, form: isValue ? .value : .statements, returnsEffect: returnsEffect,
      isBuilder: declaration.isBuilder)
    walk(body)
  }

  /// Whether a result builder processes the current statements.
  var isInBuilder: Bool { open.last?.isBuilder == true }

  /// Whether the current code returns an effect from its site.
  var returnsEffect: Bool { open.last.map { $0.returnsEffect && $0.closureDepth == 0 } ?? false }

  func add(
    _ node: some SyntaxProtocol, _ replacement: String, change: String? = nil, kind: Mutant.Kind
  ) {
    add(node.trimmedRangeInSource, replacement, change: change, kind: kind)
  }

  /// Adds a mutant that replaces a range of bytes. By default, the changed lines describe it.
  func add(_ range: Range<Int>, _ replacement: String, change: String? = nil, kind: Mutant.Kind) {
    guard let site = open.last?.index else { return }
    mutants.append(
      Mutant(
        file: declaration.file, line: source.line(of: range.lowerBound),
        declaration: declaration.title,
        change: change ?? source.change(of: range, to: replacement), kind: kind,
        range: range, replacement: replacement, site: site))
  }

  func text(between first: some SyntaxProtocol, and second: some SyntaxProtocol) -> String {
    source.text(first.trimmedRangeInSource.upperBound..<second.trimmedRangeInSource.lowerBound)
  }

  private func enter(
    _ node: Syntax, form: Site.Form, returnsEffect: Bool, isBuilder: Bool = false
  ) {
    open.append(
      OpenSite(
        index: firstSite + sites.count, node: node.id, returnsEffect: returnsEffect,
        isBuilder: isBuilder))
    sites.append(Site(range: node.trimmedRangeInSource, form: form))
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    keepLastDuplicate(node)
    // A closure with parameters inside a result builder is a function, and a site of its own.
    if isInBuilder, node.signature?.parameterClause != nil, !node.statements.isEmpty {
      let isReducer = node.parent?.as(FunctionCallExprSyntax.self)?.calledName == "Reduce"
      enter(Syntax(node.statements), form: .statements, returnsEffect: isReducer)
    } else if let last = open.indices.last, !open[last].isBuilder {
      open[last].closureDepth += 1
    }
    return .visitChildren
  }

  override func visitPost(_ node: ClosureExprSyntax) {
    guard let last = open.indices.last else { return }
    if open[last].node == node.statements.id {
      open.removeLast()
    } else if !open[last].isBuilder {
      open[last].closureDepth -= 1
    }
  }

  override func visit(_ node: ExpressionPatternSyntax) -> SyntaxVisitorContinueKind {
    patternDepth += 1
    widenPattern(node)
    return .visitChildren
  }
  override func visitPost(_ node: ExpressionPatternSyntax) { patternDepth -= 1 }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    mutateEffect(node)
    dropModifier(node)
    shiftArguments(node.arguments)
    acceptBlank(node)
    return .visitChildren
  }

  override func visit(_ node: CodeBlockItemListSyntax) -> SyntaxVisitorContinueKind {
    if isInBuilder {
      for item in node where node.count > 1 {
        add(item, "", change: drop(item), kind: .other)
      }
    } else {
      for item in node { mutateStatement(item) }
      swapStatements(node)
    }
    return .visitChildren
  }

  override func visit(_ node: IfExprSyntax) -> SyntaxVisitorContinueKind {
    mutate(node)
    clearIfAbsent(node)
    return .visitChildren
  }

  override func visit(_ node: OptionalBindingConditionSyntax) -> SyntaxVisitorContinueKind {
    defaultAbsent(node)
    return .visitChildren
  }

  override func visit(_ node: GuardStmtSyntax) -> SyntaxVisitorContinueKind {
    mutate(node.conditions)
    return .visitChildren
  }

  override func visit(_ node: SwitchCaseListSyntax) -> SyntaxVisitorContinueKind {
    swapNeighbors(node)
    return .visitChildren
  }

  override func visit(_ node: SwitchCaseSyntax) -> SyntaxVisitorContinueKind {
    ignoreEmptyPayloads(node)
    return .visitChildren
  }

  override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    mutate(node)
    return .visitChildren
  }

  override func visit(_ node: PostfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    shift(node.expression)
    return .visitChildren
  }

  override func visit(_ node: SubscriptCallExprSyntax) -> SyntaxVisitorContinueKind {
    shiftArguments(node.arguments)
    return .visitChildren
  }

  override func visit(_ node: PrefixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    if node.operator.text == "!" {
      add(node, node.expression.trimmedDescription, kind: node.kindOfCondition)
    }
    return .visitChildren
  }

  override func visit(_ node: TernaryExprSyntax) -> SyntaxVisitorContinueKind {
    swap(node.thenExpression, node.elseExpression)
    return .visitChildren
  }

  override func visit(_ node: IntegerLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    mutate(node)
    return .skipChildren
  }

  override func visit(_ node: FloatLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    if let number = Double(node.literal.text.filter { $0 != "_" }) {
      add(node, "\(number + 1)", kind: .other)
    }
    return .skipChildren
  }

  override func visit(_ node: BooleanLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    add(node, node.literal.tokenKind == .keyword(.true) ? "false" : "true", kind: node.kind)
    return .skipChildren
  }

  override func visit(_ node: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    guard let text = node.representedLiteralValue else { return .visitChildren }
    add(node, (text + "!").debugDescription, kind: .other)
    return .skipChildren
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    if node.base == nil { replaceCase(node) }
    decideEmpty(node)
    return .visitChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    let isMember = node.parent?.as(MemberAccessExprSyntax.self)?.declName.id == node.id
    let isCalled =
      node.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id
      == ExprSyntax(node).id
    if isMember || isCalled, let other = Self.opposites[node.baseName.text] {
      add(node.baseName, other, kind: .other)
    }
    return .skipChildren
  }

  /// Pairs of standard library names that are easily confused.
  private static let opposites = [
    "min": "max", "max": "min", "first": "last", "last": "first", "firstIndex": "lastIndex",
    "lastIndex": "firstIndex", "intersection": "union", "prefix": "suffix", "suffix": "prefix",
    "dropFirst": "dropLast", "dropLast": "dropFirst", "removeFirst": "removeLast",
    "removeLast": "removeFirst", "lowerBound": "upperBound",
    "upperBound": "lowerBound",
  ]
}

extension SyntaxProtocol {
  /// The range of the node's bytes in the source, without surrounding trivia.
  var trimmedRangeInSource: Range<Int> {
    positionAfterSkippingLeadingTrivia.utf8Offset..<endPositionBeforeTrailingTrivia.utf8Offset
  }
}
