import SwiftSyntax

extension MutantFinder {
  func mutateStatement(_ item: CodeBlockItemSyntax) {
    if case .stmt(let statement) = item.item, let result = statement.as(ReturnStmtSyntax.self) {
      if let value = result.expression { dropEffect(value) }
      return
    }
    guard let expression = item.expression else { return }
    keepShown(item)
    repeatStatement(item)
    removeFirstOnly(item)
    if isValue(item) {
      if !expression.is(SwitchExprSyntax.self), !expression.is(IfExprSyntax.self) {
        dropEffect(expression)
      }
    } else if expression.isDroppable {
      let isInInitializer = declaration.name == "init"
      if isInInitializer, expression.trimmedDescription.hasPrefix("self") { return }
      add(item, "do {}", change: drop(item), kind: item.droppedKind)
    }
  }

  private func dropEffect(_ value: ExprSyntax) {
    guard returnsEffect, value.trimmedDescription != ".none" else { return }
    add(value, ".none", kind: value.kindOfEffect)
  }

  func drop(_ node: some SyntaxProtocol) -> String {
    "drop '\(SourceText.abbreviated(node.trimmedDescription))'"
  }

  /// Whether a statement is the value of the enclosing declaration, closure or branch.
  private func isValue(_ item: CodeBlockItemSyntax) -> Bool {
    guard let list = item.parent?.as(CodeBlockItemListSyntax.self), list.count == 1 else {
      return false
    }
    if list.id == declaration.body.id { return declaration.result != nil }
    var node = list.parent
    if node?.is(ClosureExprSyntax.self) == true { return true }
    // A branch is a value if its whole `if` or `switch` is one.
    while let parent = node {
      if parent.is(IfExprSyntax.self) || parent.is(SwitchExprSyntax.self),
        parent.parent?.is(IfExprSyntax.self) != true
      {
        guard let statement = parent.parent?.as(ExpressionStmtSyntax.self) else { return true }
        return statement.parent?.as(CodeBlockItemSyntax.self).map(isValue) ?? false
      }
      if parent.is(CodeBlockItemSyntax.self) { return false }
      node = parent.parent
    }
    return false
  }
}

extension CodeBlockItemSyntax {
  var expression: ExprSyntax? {
    switch item {
    case .expr(let expression): expression
    case .stmt(let statement): statement.as(ExpressionStmtSyntax.self)?.expression
    default: nil
    }
  }
}

extension ExprSyntax {
  /// Whether the expression has an effect: it is a call or an assignment.
  fileprivate var isDroppable: Bool {
    if let attempt = self.as(TryExprSyntax.self) { return attempt.expression.isDroppable }
    if let wait = self.as(AwaitExprSyntax.self) { return wait.expression.isDroppable }
    if let chain = self.as(OptionalChainingExprSyntax.self) { return chain.expression.isDroppable }
    return self.is(FunctionCallExprSyntax.self) || self.is(InfixOperatorExprSyntax.self)
  }
}
