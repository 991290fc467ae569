import SwiftSyntax

extension EffectMutantFinder {
  private static let endpoints = ["balance": "limit", "limit": "balance"]

  func exchangeEndpoint(_ node: MemberAccessExprSyntax) {
    guard let base = node.base?.trimmedDescription, base == "bank" || base == "backup",
      let other = Self.endpoints[node.declName.baseName.text]
    else { return }
    add(node.declName.trimmedRangeInSource, other, kind: .otherClient)
  }

  func dropOrRepeat(_ item: CodeBlockItemSyntax) {
    let text = item.trimmedDescription
    let short = SourceText.abbreviated(text)
    if case .stmt(let statement) = item.item, statement.is(BreakStmtSyntax.self) {
      add(item.trimmedRangeInSource, "do {}", change: "drop 'break'", kind: .droppedStatement)
      return
    }
    guard let expression = item.expression?.unwrapped ?? item.returnedCall else { return }
    let isAwaited = expression.is(DeclReferenceExprSyntax.self) && text.contains("await ")
    let isValue =
      expression.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "value"
    let isCall = expression.is(FunctionCallExprSyntax.self)
    guard isCall || isAwaited || isValue, !text.contains("Task.yield"),
      !text.contains("Task.sleep"), !text.hasPrefix("await withCheckedContinuation"),
      !item.isOnlyResult
    else { return }
    let isCancellation = text.contains("cancelAll(") || text.contains("cancel(")
    add(
      item.trimmedRangeInSource, "do {}", change: "drop '\(short)'",
      kind: isCancellation ? .cancellation : .droppedStatement)
    guard isCall, item.returnedCall == nil, item.isEvent, !item.isMarkedEndless else { return }
    add(
      item.trimmedRangeInSource, "\(text)\n\(text)", change: "repeat '\(short)'",
      kind: .repeatedStatement)
  }

  /// Exchanges adjacent statements, unless they start tasks, whose order cannot be noticed.
  func exchangeStatements(_ list: CodeBlockItemListSyntax) {
    for (first, second) in zip(list, list.dropFirst()) {
      guard first.isEvent, second.isEvent, !first.hasClosure, !second.hasClosure,
        !first.isMarkedUnreached, !second.isMarkedUnreached,
        first.isSimple, second.isSimple, first.isIndependent(of: second)
      else { continue }
      let range = first.trimmedRangeInSource.lowerBound..<second.trimmedRangeInSource.upperBound
      let names = [first, second].map { SourceText.abbreviated($0.trimmedDescription) }
      add(
        range, "\(second.trimmedDescription)\n\(first.trimmedDescription)",
        change: "exchange '\(names[0])' and '\(names[1])'", kind: .order)
    }
  }

  /// Changes a string, also to a string of equal length if it contains a digit.
  func changeText(_ node: StringLiteralExprSyntax) {
    let text = node.trimmedDescription
    let range = node.trimmedRangeInSource
    if node.openingPounds == nil {
      let quote = text.hasPrefix("\"\"\"") ? 3 : 1
      guard quote == 1 else { return }
      add(range, "\"!\(text.dropFirst())", kind: .argument)
    }
    guard node.segments.count == 1 else { return }
    for (index, byte) in text.utf8.enumerated() where (48...57).contains(byte) {
      let digit = byte == 57 ? 48 : byte + 1
      let start = range.lowerBound + index
      add(start..<start + 1, String(UnicodeScalar(digit)), kind: .argument)
    }
    for (value, other) in [("true", "null"), ("null", "true")] where node.openingPounds != nil {
      guard let found = text.firstRange(of: value) else { continue }
      let start = range.lowerBound + text[..<found.lowerBound].utf8.count
      add(start..<start + 4, other, kind: .argument)
    }
  }
}

extension CodeBlockItemSyntax {
  /// Whether a comment excludes the statement, because no session reaches it.
  var isMarkedUnreached: Bool { leadingTrivia.description.contains("// not reached") }

  /// Whether a comment tells that no session continues after the statement.
  var isMarkedEndless: Bool { leadingTrivia.description.contains("// does not return") }

  /// Whether a client or the app notices when the statement runs.
  var isEvent: Bool {
    let text = trimmedDescription
    return Self.events.contains { text.contains($0) }
  }

  private static let events = [
    "send(", "bank.", "backup.", "ledger.", "vault.", "clerk.", "clock.sleep", "withLock",
    "uuid()", "date.now", "withRandomNumberGenerator",
  ]

  fileprivate var hasClosure: Bool { trimmedDescription.contains("{") }

  fileprivate var isSimple: Bool {
    switch item {
    case .expr: true
    case .decl(let declaration):
      declaration.as(VariableDeclSyntax.self)?.modifiers.isEmpty == true
        && !trimmedDescription.hasPrefix("@")
    default: false
    }
  }

  fileprivate func isIndependent(of other: CodeBlockItemSyntax) -> Bool {
    let own = NameFinder.names(in: Syntax(self), bound: true)
    return own.isDisjoint(with: NameFinder.names(in: Syntax(other), bound: false))
  }

  /// The call that the statement returns, if it returns no value.
  fileprivate var returnedCall: ExprSyntax? {
    guard case .stmt(let statement) = item,
      let value = statement.as(ReturnStmtSyntax.self)?.expression?.unwrapped,
      value.trimmedDescription.hasPrefix("send(")
    else { return nil }
    return value
  }

  /// Whether the statement is the result of a closure that returns a value.
  fileprivate var isOnlyResult: Bool {
    guard let list = parent?.as(CodeBlockItemListSyntax.self), list.count == 1,
      list.parent?.is(ClosureExprSyntax.self) == true
    else { return false }
    let text = trimmedDescription
    return !text.hasPrefix("_ =") && !text.contains("send(") && !text.contains("note(")
  }
}

extension ExprSyntax {
  /// The expression without `try`, `await`, and the assignment to nothing.
  fileprivate var unwrapped: ExprSyntax {
    if let attempt = self.as(TryExprSyntax.self) { return attempt.expression.unwrapped }
    if let wait = self.as(AwaitExprSyntax.self) { return wait.expression.unwrapped }
    let elements = self.as(SequenceExprSyntax.self).map { Array($0.elements) } ?? []
    if elements.count == 3, elements[0].is(DiscardAssignmentExprSyntax.self) {
      return elements[2].unwrapped
    }
    return self
  }
}

extension ExprSyntaxProtocol {
  /// Whether the app or a client notices a different value of a literal. This is not the case for a
  /// default value, a bound of a comparison, the duration of a real sleep, and the identity of a
  /// single task.
  var isNoticeable: Bool {
    let call = parent?.as(LabeledExprSyntax.self)?.parent?.parent?.as(FunctionCallExprSyntax.self)
    if call?.calledName == "withTaskCancellation" { return false }
    var node = Syntax(self)
    while let parent = node.parent, !parent.is(CodeBlockItemSyntax.self) {
      if let sequence = parent.as(SequenceExprSyntax.self) {
        let operators = sequence.elements.map(\.trimmedDescription)
        if operators.contains(where: ["??", "<", ">", "<=", ">="].contains) { return false }
      }
      node = parent
    }
    let statement = node.parent?.trimmedDescription ?? ""
    return !["Task.sleep", "Task.yield", "asyncAfter"].contains { statement.contains($0) }
  }
}
