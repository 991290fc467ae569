import SwiftSyntax

extension MutantFinder {
  func shiftBounds(_ node: InfixOperatorExprSyntax) {
    shift(node.leftOperand)
    shift(node.rightOperand)
  }

  /// Moves the limit of a `min` or `max`, and arguments that are indices, by one.
  func shiftArguments(_ arguments: LabeledExprListSyntax) {
    for argument in arguments { shift(argument.expression) }
  }

  func shift(_ expression: ExprSyntax) {
    // Literals are mutated where they are visited.
    guard let kind = expression.boundary, !expression.isShiftedByLiteral,
      !expression.is(IntegerLiteralExprSyntax.self), expression.canBeShifted
    else { return }
    let text = expression.trimmedDescription
    let operand = expression.is(InfixOperatorExprSyntax.self) ? "(\(text))" : text
    // An argument labeled `at:` may also be a date, for which `+ Int(1)` does not compile.
    let one = kind == .index ? "Int(1)" : "1"
    for sign in ["+", "-"] { add(expression, "\(operand) \(sign) \(one)", kind: kind) }
  }

  /// Increments an integer and, at a boundary, also decrements it.
  func mutate(_ node: IntegerLiteralExprSyntax) {
    guard let number = Int(node.literal.text.filter { $0 != "_" }) else { return }
    let kind = ExprSyntax(node).boundaryOfLiteral
    add(node, "\(number + 1)", kind: kind ?? .other)
    // For these operators, decrementing the limit has the same effect as including or excluding it.
    let comparison = node.parent?.as(InfixOperatorExprSyntax.self)?.symbol ?? ""
    guard let kind, ![">", "<="].contains(comparison) else { return }
    add(node, number > 0 ? "\(number - 1)" : "(\(number - 1))", kind: kind)
  }
}

extension ExprSyntax {
  /// The kind of an off-by-one mistake in this expression, if its position determines one.
  fileprivate var boundary: Mutant.Kind? {
    if let range = parent?.as(InfixOperatorExprSyntax.self), range.isRange {
      return range.leftOperand.id == id ? .lowerBound : .upperBound
    }
    if let range = parent?.as(PostfixOperatorExprSyntax.self), range.operator.text == "..." {
      return .lowerBound
    }
    guard let argument = parent?.as(LabeledExprSyntax.self), let call = argument.parent?.parent
    else { return nil }
    if call.is(SubscriptCallExprSyntax.self) { return argument.label == nil ? .index : nil }
    return call.as(FunctionCallExprSyntax.self)?.boundary(of: argument)
  }

  /// The kind of an off-by-one mistake in a literal, which may be part of a sum at a boundary.
  fileprivate var boundaryOfLiteral: Mutant.Kind? {
    if let boundary { return boundary }
    guard let infix = parent?.as(InfixOperatorExprSyntax.self) else { return nil }
    if infix.isComparison { return .comparison }
    let sum = ExprSyntax(infix)
    return sum.isShiftedByLiteral && infix.rightOperand.id == id ? sum.boundary : nil
  }

  /// Whether the expression adds or subtracts a literal, which is mutated instead.
  fileprivate var isShiftedByLiteral: Bool {
    guard let infix = self.as(InfixOperatorExprSyntax.self) else { return false }
    return ["+", "-"].contains(infix.symbol) && infix.rightOperand.is(IntegerLiteralExprSyntax.self)
  }

  fileprivate var canBeShifted: Bool {
    if let member = self.as(MemberAccessExprSyntax.self) { return member.base != nil }
    if let infix = self.as(InfixOperatorExprSyntax.self) { return !infix.isRange }
    return self.is(DeclReferenceExprSyntax.self) || self.is(FunctionCallExprSyntax.self)
      || self.is(SubscriptCallExprSyntax.self)
  }
}

extension FunctionCallExprSyntax {
  private static let indexLabels: Set = ["at", "to", "from", "toOffset"]
  private static let lengthFunctions: Set = ["prefix", "suffix", "dropFirst", "dropLast"]

  fileprivate func boundary(of argument: LabeledExprSyntax) -> Mutant.Kind? {
    switch (calledName, argument.label?.text) {
    case ("max", nil): argument.id == limit?.id ? .lowerBound : nil
    case ("min", nil): argument.id == limit?.id ? .upperBound : nil
    case (let name?, nil): Self.lengthFunctions.contains(name) ? .index : nil
    case (_, let label?): Self.indexLabels.contains(label) ? .index : nil
    default: nil
    }
  }

  /// The limit among two arguments: the literal, or otherwise the second.
  private var limit: LabeledExprSyntax? {
    guard arguments.count == 2 else { return nil }
    return arguments.first { $0.expression.is(IntegerLiteralExprSyntax.self) } ?? arguments.last
  }
}

extension InfixOperatorExprSyntax {
  /// The operator, or an empty string for assignments and other built-in operators.
  var symbol: String { self.operator.as(BinaryOperatorExprSyntax.self)?.operator.text ?? "" }

  var isRange: Bool { ["...", "..<"].contains(symbol) }

  var isComparison: Bool { ["<", "<=", ">", ">="].contains(symbol) }

  var isAssignment: Bool { self.operator.is(AssignmentExprSyntax.self) }
}
