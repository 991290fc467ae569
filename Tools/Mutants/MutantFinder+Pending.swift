import SwiftSyntax

extension MutantFinder {
  private static let repeatable: Set = ["append", "insert", "push", "add", "toggle"]

  func repeatStatement(_ item: CodeBlockItemSyntax) {
    guard let expression = item.expression else { return }
    let infix = expression.as(InfixOperatorExprSyntax.self)?.symbol
    let call = expression.as(FunctionCallExprSyntax.self)?.calledName
    guard infix == "+=" || infix == "-=" || call.map(Self.repeatable.contains) == true else {
      return
    }
    let text = item.trimmedDescription
    add(
      item, "\(text)\n\(text)", change: "repeat '\(SourceText.abbreviated(text))'",
      kind: .duplicateInput)
  }

  func removeFirstOnly(_ item: CodeBlockItemSyntax) {
    guard let call = item.expression?.as(FunctionCallExprSyntax.self),
      call.calledName == "removeAll",
      let base = call.calledExpression.as(MemberAccessExprSyntax.self)?.base,
      let predicate = call.trailingClosure.map(ExprSyntax.init) ?? call.arguments.first?.expression
    else { return }
    let list = base.trimmedDescription
    add(
      item,
      """
      if let index = \(list).firstIndex(where: \(predicate.trimmedDescription)) {
      \(list).remove(at: index)
      }
      """,
      change: "remove the first only in '\(SourceText.abbreviated(item.trimmedDescription))'",
      kind: .duplicateInput)
  }

  /// Keeps the last of several duplicates instead of the first.
  func keepLastDuplicate(_ node: ClosureExprSyntax) {
    guard node.trimmedDescription == "{ first, _ in first }" else { return }
    add(node, "{ _, last in last }", kind: .duplicateInput)
  }

  /// Swaps adjacent statements if one reads what the other writes.
  func swapStatements(_ list: CodeBlockItemListSyntax) {
    for (first, second) in zip(list, list.dropFirst()) {
      guard first.expression != nil, second.expression != nil,
        first.writes(valueReadBy: second) || second.writes(valueReadBy: first)
      else { continue }
      let names = [first, second].map { SourceText.abbreviated($0.trimmedDescription) }
      swap(first, second, change: "swap '\(names[0])' and '\(names[1])'", kind: .order)
    }
  }

  /// Matches any status where a pattern requires a specific one.
  func widenPattern(_ node: ExpressionPatternSyntax) {
    guard let tuple = node.expression.as(TupleExprSyntax.self), tuple.elements.count > 1 else {
      return
    }
    for element in tuple.elements
    where NameFinder.names(in: Syntax(element), bound: true).isEmpty {
      guard element.expression.trimmedDescription != "_" else { continue }
      add(element.expression, "_", kind: .pendingFlag)
    }
  }
}

extension SyntaxProtocol {
  var kindOfCondition: Mutant.Kind {
    let text = trimmedDescription
    if text.contains(".isEmpty") || text.contains("isWhitespace") { return .emptyInput }
    if text.contains("contains(") { return .duplicateInput }
    if let infix = Syntax(self).comparedOperands {
      if infix.contains(where: { $0.is(NilLiteralExprSyntax.self) }) { return .lateAnswer }
      if infix.contains(where: \.isImplicitMember) { return .pendingFlag }
      if infix.allSatisfy({ $0.is(MemberAccessExprSyntax.self) }) { return .lateAnswer }
      return .other
    }
    let name = text.split(whereSeparator: { ".!".contains($0) }).last ?? ""
    let isFlag = name.hasPrefix("is") && !name.contains("(") || text.hasPrefix("case ")
    return isFlag ? .pendingFlag : .other
  }
}

extension BooleanLiteralExprSyntax {
  /// The kind of mistake that the opposite value represents.
  var kind: Mutant.Kind {
    if parent?.as(InfixOperatorExprSyntax.self)?.isAssignment == true { return .pendingFlag }
    switch parent?.as(LabeledExprSyntax.self)?.label?.text {
    case "cancelInFlight": return .cancellation
    case let label?: return label.hasPrefix("is") ? .pendingFlag : .other
    case nil: return .other
    }
  }
}

extension Syntax {
  /// The operands, if the condition is an equality.
  fileprivate var comparedOperands: [ExprSyntax]? {
    let condition = self.as(ConditionElementSyntax.self).map { Syntax($0.condition) } ?? self
    guard let infix = condition.as(InfixOperatorExprSyntax.self),
      ["==", "!="].contains(infix.symbol)
    else { return nil }
    return [infix.leftOperand, infix.rightOperand]
  }
}

extension ExprSyntax {
  fileprivate var isImplicitMember: Bool {
    self.as(MemberAccessExprSyntax.self).map { $0.base == nil } ?? false
  }

  /// Whether the expression is a literal that clears its target.
  var isEmptyLiteral: Bool { ["nil", "[]", "\"\"", "[:]"].contains(trimmedDescription) }

  fileprivate var isStatus: Bool {
    self.is(BooleanLiteralExprSyntax.self) || isImplicitMember
      || self.as(FunctionCallExprSyntax.self)?.calledExpression.isImplicitMember == true
  }
}

extension CodeBlockItemSyntax {
  var assignment: InfixOperatorExprSyntax? {
    expression?.as(InfixOperatorExprSyntax.self).flatMap { $0.isAssignment ? $0 : nil }
  }

  var droppedKind: Mutant.Kind {
    guard let assignment, assignment.leftOperand.trimmedDescription != "self" else { return .other }
    if assignment.rightOperand.isEmptyLiteral { return .staleValue }
    return assignment.rightOperand.isStatus ? .pendingFlag : .other
  }

  /// The changed value: the target of an assignment, or the base of a mutating call.
  private var target: String? {
    if let infix = expression?.as(InfixOperatorExprSyntax.self) {
      return infix.isAssignment || infix.symbol.hasSuffix("=")
        ? infix.leftOperand.trimmedDescription : nil
    }
    let callee = expression?.as(FunctionCallExprSyntax.self)?.calledExpression
    return callee?.as(MemberAccessExprSyntax.self)?.base?.trimmedDescription
  }

  fileprivate func writes(valueReadBy other: CodeBlockItemSyntax) -> Bool {
    target.map { other.trimmedDescription.contains($0) } ?? false
  }
}
