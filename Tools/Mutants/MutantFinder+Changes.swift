import SwiftSyntax

extension MutantFinder {
  func mutate(_ node: IfExprSyntax) {
    mutate(node.conditions)
    guard node.elseBody == nil else {
      if let condition = node.conditions.first, node.conditions.count == 1, condition.isBoolean {
        add(condition, "false", kind: condition.kindOfCondition)
      }
      return
    }
    // With a single statement, dropping that statement has the same effect.
    guard node.body.statements.count > 1, node.parent?.is(ExpressionStmtSyntax.self) == true else {
      return
    }
    add(node, "do {}", change: drop(node), kind: node.conditions.kindOfCondition)
  }

  func mutate(_ conditions: ConditionElementListSyntax) {
    let conditions = Array(conditions)
    for (index, condition) in conditions.enumerated() where condition.isBoolean {
      let kind = condition.kindOfCondition
      if conditions.count == 1 {
        add(condition, "true", kind: kind)
      } else if index == 0 {
        let range = condition.trimmedRangeInSource
        add(range.lowerBound..<conditions[1].trimmedRangeInSource.lowerBound, "", kind: kind)
      } else {
        let previous = conditions[index - 1].condition.trimmedRangeInSource
        let end = condition.condition.trimmedRangeInSource.upperBound
        add(previous.upperBound..<end, "", kind: kind)
      }
    }
  }

  /// Swaps the statements of each case with the statements of the next.
  func swapNeighbors(_ list: SwitchCaseListSyntax) {
    let cases = list.compactMap { $0.as(SwitchCaseSyntax.self) }
    for (one, other) in zip(cases, cases.dropFirst()) {
      guard one.statements.trimmedDescription != other.statements.trimmedDescription,
        one.isIndependent(of: other), other.isIndependent(of: one)
      else { continue }
      let labels = [one, other].map { SourceText.abbreviated($0.label.trimmedDescription) }
      swap(one.statements, other.statements, change: "swap '\(labels[0])' and '\(labels[1])'")
    }
  }

  func swap(
    _ one: some SyntaxProtocol, _ other: some SyntaxProtocol, change: String? = nil,
    kind: Mutant.Kind = .other
  ) {
    let range = one.trimmedRangeInSource.lowerBound..<other.trimmedRangeInSource.upperBound
    let text = other.trimmedDescription + text(between: one, and: other) + one.trimmedDescription
    add(range, text, change: change, kind: kind)
  }
}

extension MutantFinder {
  private static let operators = [
    "+": ["-"], "-": ["+"], "*": ["/"], "/": ["*"], "%": ["/"], "&&": ["||"], "||": ["&&"],
    "<": ["<=", ">"], "<=": ["<", ">="], ">": [">=", "<"], ">=": [">", "<="],
    "==": ["!="], "!=": ["=="], "+=": ["-="], "-=": ["+="], "..<": ["..."], "...": ["..<"],
    ">>": ["<<"], "<<": [">>"], ">>=": ["<<="],
  ]

  func mutate(_ node: InfixOperatorExprSyntax) {
    guard let symbol = node.operator.as(BinaryOperatorExprSyntax.self)?.operator else { return }
    if symbol.text == "??" {
      add(node, node.rightOperand.trimmedDescription, kind: .absentAnswer)
      add(node, "(\(node.leftOperand.trimmedDescription))!", kind: .absentAnswer)
    }
    if node.isRange { shiftBounds(node) }
    for other in Self.operators[symbol.text] ?? [] {
      add(symbol, other, kind: node.kind(of: other))
    }
  }

  /// Replaces an enumeration case with a different one whose associated values have the same types.
  func replaceCase(_ node: MemberAccessExprSyntax) {
    guard patternDepth == 0 else { return }
    let name = node.declName.baseName.text
    let call = node.parent?.as(FunctionCallExprSyntax.self)
    let labels =
      call?.calledExpression.id == ExprSyntax(node).id
      ? call?.arguments.map { $0.label?.text ?? "_" } : nil
    let meant = enumerations.filter { $0.has(name, labels: labels ?? []) }
    let own = meant.filter { $0.file == declaration.file }
    let others = (own.isEmpty ? meant : own).compactMap { $0.alternative(to: name) }
    for other in Set(others).sorted() { add(node.declName, other, kind: .other) }
  }
}

extension MutantFinder {
  /// Changes the members of a group of effects, their order, and their cancellation.
  func mutateEffect(_ call: FunctionCallExprSyntax) {
    guard let callee = call.calledExpression.as(MemberAccessExprSyntax.self) else { return }
    let arguments = Array(call.arguments)
    switch callee.declName.baseName.text {
    case "merge", "concatenate":
      mutateGroup(callee, arguments)
    case "cancellable":
      if let base = callee.base {
        add(call, base.trimmedDescription, change: dropped(call, of: base), kind: .cancellation)
      }
      replaceIdentity(arguments)
      if let id = arguments.first, arguments.count == 1 {
        add(id, id.trimmedDescription + ", cancelInFlight: true", kind: .cancellation)
      }
    case "cancel":
      replaceIdentity(arguments)
    default:
      break
    }
  }

  private func mutateGroup(_ callee: MemberAccessExprSyntax, _ arguments: [LabeledExprSyntax]) {
    let isMerge = callee.declName.baseName.text == "merge"
    add(callee.declName, isMerge ? "concatenate" : "merge", kind: .order)
    guard arguments.count > 1 else {
      if let sequence = arguments.first?.expression {
        add(sequence, "Array((\(sequence.trimmedDescription)).reversed())", kind: .order)
      }
      return
    }
    let effects = arguments.map(\.expression)
    let names = effects.map { SourceText.abbreviated($0.trimmedDescription) }
    for index in effects.indices {
      add(
        effects[index], ".none", change: "drop '\(names[index])' of '\(callee.trimmedDescription)'",
        kind: effects[index].kindOfEffect)
      guard index > 0 else { continue }
      swap(
        effects[index - 1], effects[index],
        change: "swap '\(names[index - 1])' and '\(names[index])'", kind: .order)
    }
  }

  private func replaceIdentity(_ arguments: [LabeledExprSyntax]) {
    guard let id = arguments.first, id.label?.text == "id" else { return }
    add(id.expression, "\"another\"", kind: .cancellation)
  }

  func dropModifier(_ call: FunctionCallExprSyntax) {
    // Without `pullback`, the types of a reducer and its parent do not match.
    guard isInBuilder, call.calledName != "pullback",
      let base = call.calledExpression.as(MemberAccessExprSyntax.self)?.base,
      call.parent?.is(MemberAccessExprSyntax.self) == true
        || call.parent?.is(CodeBlockItemSyntax.self) == true
    else { return }
    add(call, base.trimmedDescription, change: dropped(call, of: base), kind: .other)
  }

  private func dropped(_ call: FunctionCallExprSyntax, of base: ExprSyntax) -> String {
    let modifier = call.trimmedDescription.dropFirst(base.trimmedDescription.count)
    return "drop '\(SourceText.abbreviated(String(modifier)))'"
  }
}

extension ConditionElementSyntax {
  /// Whether the condition binds no name and can therefore be removed.
  fileprivate var isBoolean: Bool {
    switch condition {
    case .expression: true
    case .matchingPattern(let match):
      NameFinder.names(in: Syntax(match.pattern), bound: true).isEmpty
    default: false
    }
  }
}

extension InfixOperatorExprSyntax {
  fileprivate func kind(of other: String) -> Mutant.Kind {
    if isRange { return .upperBound }
    if isComparison {
      return symbol.first == other.first ? .comparison : .other
    }
    return ["==", "!="].contains(symbol) ? kindOfCondition : .other
  }
}

extension ExprSyntax {
  var kindOfEffect: Mutant.Kind {
    trimmedDescription.contains(".cancel(") ? .cancellation : .other
  }
}

extension SwitchCaseSyntax {
  /// Whether the statements can move to a different case: they use no names that only their own
  /// pattern binds.
  fileprivate func isIndependent(of other: SwitchCaseSyntax) -> Bool {
    let own = NameFinder.names(in: Syntax(label), bound: true)
      .subtracting(NameFinder.names(in: Syntax(other.label), bound: true))
    return own.isDisjoint(with: NameFinder.names(in: Syntax(statements), bound: false))
  }
}

/// Finds the names that patterns bind, or that code uses.
final class NameFinder: SyntaxVisitor {
  private var bound: Set<String> = []
  private var used: Set<String> = []

  static func names(in node: Syntax, bound: Bool) -> Set<String> {
    let finder = NameFinder(viewMode: .sourceAccurate)
    finder.walk(node)
    return bound ? finder.bound : finder.used
  }

  override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
    bound.insert(node.identifier.text)
    return .visitChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    used.insert(node.baseName.text)
    return .visitChildren
  }
}
