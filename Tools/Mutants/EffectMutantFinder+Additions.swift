import SwiftSyntax

extension EffectMutantFinder {
  /// Adds calls, actions and tasks to the closure of an effect, of a child task, or of a handler.
  func addWork(to closure: ClosureExprSyntax) {
    guard let last = closure.statements.last else { return }
    if closure.isLabeled("onCancel") {
      addAfter(last, Self.additions[0])
      addAfter(last, Self.additions[3])
    } else if closure.calledName == "addTask" || closure.calledName == "Task" {
      addBefore(closure, Self.additions[closureCount % 2 * 2])
    } else if closure.calledName == "run" {
      let isSending = closure.signature?.trimmedDescription.contains("send") == true
      let additions = Self.additions.filter { isSending || !$0.text.contains("send(") }
      // Each addition is made in some closures. Making all additions in all closures would take an
      // hour.
      for offset in 0..<3 {
        addBefore(closure, additions[(closureCount + offset) % additions.count])
      }
      for offset in 0..<2 where !last.isMarkedEndless {
        addAfter(last, additions[(closureCount + 2 * offset) % additions.count])
      }
    }
  }

  private static let additions: [(text: String, kind: Mutant.Kind)] = [
    ("_ = bank.tally(77)", .addedCall),
    ("await send(.tick)", .addedAction),
    ("_ = try? await backup.limit(77)", .addedCall),
    ("Task { await bank.note(\"added\") }", .addedTask),
    ("Task.detached { await bank.note(\"added\") }", .addedTask),
    ("onQueue { _ = bank.tally(78) }", .addedTask),
    ("Task { await send(.tick) }", .addedTask),
    ("async let added: Void = bank.note(\"added\")", .addedTask),
  ]

  /// Adds a statement before the last statement of a closure. If the last one is not reached, adds
  /// it before the first one.
  private func addBefore(
    _ closure: ClosureExprSyntax, _ addition: (text: String, kind: Mutant.Kind)
  ) {
    let statements = closure.statements
    let next = statements.last?.isMarkedUnreached == true ? statements.first : statements.last
    guard let last = next, !last.isMarkedUnreached, !sendsOtherActions(addition.text) else {
      return
    }
    let isResult = closure.statements.count == 1 && closure.calledName != "run"
    let needsReturn = isResult && last.expression != nil
    add(
      last.trimmedRangeInSource,
      "\(addition.text)\n\(needsReturn ? "return " : "")\(last.trimmedDescription)",
      change:
        "add '\(addition.text)' before '\(SourceText.abbreviated(last.trimmedDescription))'",
      kind: addition.kind)
  }

  private func addAfter(
    _ last: CodeBlockItemSyntax, _ addition: (text: String, kind: Mutant.Kind)
  ) {
    let text = last.trimmedDescription
    guard !sendsOtherActions(addition.text), !text.hasPrefix("return"), !last.isMarkedUnreached
    else { return }
    add(
      last.trimmedRangeInSource, "\(text)\n\(addition.text)",
      change: "add '\(addition.text)' after '\(SourceText.abbreviated(text))'",
      kind: addition.kind)
  }

  /// Whether the statement sends an action, and the actions of the current effect have a different
  /// type.
  private func sendsOtherActions(_ text: String) -> Bool { text.contains("send(") && sendsNumbers }
}

extension ClosureExprSyntax {
  /// The name of the function to which the closure is passed.
  fileprivate var calledName: String? {
    guard !hasLabel else { return nil }
    return parent?.as(FunctionCallExprSyntax.self)?.calledName
  }

  fileprivate func isLabeled(_ name: String) -> Bool {
    parent?.as(MultipleTrailingClosureElementSyntax.self)?.label.text == name
  }

  private var hasLabel: Bool { parent?.is(MultipleTrailingClosureElementSyntax.self) == true }
}
