import SwiftSyntax

extension MutantFinder {
  /// Replaces an absent value with the default value of its type.
  func defaultAbsent(_ binding: OptionalBindingConditionSyntax) {
    let name = binding.pattern.trimmedDescription
    let value = binding.initializer?.value.trimmedDescription ?? name
    add(
      binding, "let \(name) = Optional((\(value)) ?? .init())",
      change: "default for absent '\(SourceText.abbreviated(value))'", kind: .absentAnswer)
  }

  /// Clears the values that an `if let` assigns if the bound value is absent.
  func clearIfAbsent(_ node: IfExprSyntax) {
    let isBinding = node.conditions.contains {
      $0.condition.is(OptionalBindingConditionSyntax.self)
    }
    guard isBinding, node.elseBody == nil, node.parent?.is(ExpressionStmtSyntax.self) == true
    else { return }
    let end = node.trimmedRangeInSource.upperBound
    for target in node.body.statements.compactMap({ optionalTarget(of: $0) }) {
      let conditions = SourceText.abbreviated(node.conditions.trimmedDescription)
      add(
        end..<end, " else { \(target) = nil }",
        change: "clear '\(target)' unless '\(conditions)'", kind: .absentAnswer)
    }
  }

  /// Assigns a value only if none is shown.
  func keepShown(_ item: CodeBlockItemSyntax) {
    guard let target = optionalTarget(of: item),
      item.assignment?.rightOperand.isEmptyLiteral == false
    else { return }
    let text = item.trimmedDescription
    add(
      item, "if \(target) == nil { \(text) }",
      change: "keep a previous value in '\(SourceText.abbreviated(text))'", kind: .staleValue)
  }

  private func optionalTarget(of item: CodeBlockItemSyntax) -> String? {
    guard let target = item.assignment?.leftOperand,
      let name = target.trimmedDescription.split(separator: ".").last,
      optionals.contains(String(name))
    else { return nil }
    return target.trimmedDescription
  }

  /// Ignores an action whose payload is empty or absent.
  func ignoreEmptyPayloads(_ node: SwitchCaseSyntax) {
    guard returnsEffect, let label = node.label.as(SwitchCaseLabelSyntax.self),
      label.caseItems.count == 1
    else { return }
    let start = node.statements.trimmedRangeInSource.lowerBound
    for payload in PayloadFinder.payloads(in: label, of: enumerations, file: declaration.file) {
      let isOptional = payload.type.hasSuffix("?")
      guard isOptional || payload.isCollection else { continue }
      let condition = isOptional ? "\(payload.name) == nil" : "\(payload.name).isEmpty"
      add(
        start..<start, "if \(condition) { return .none }\n",
        change: "ignore '\(SourceText.abbreviated(label.trimmedDescription))' if \(condition)",
        kind: isOptional ? .absentAnswer : .emptyInput)
    }
  }

  /// Accepts blank text where empty text is rejected.
  func acceptBlank(_ call: FunctionCallExprSyntax) {
    guard call.calledName == "allSatisfy", call.arguments.count == 1,
      call.arguments.first?.expression.trimmedDescription == "\\.isWhitespace",
      let base = call.calledExpression.as(MemberAccessExprSyntax.self)?.base
    else { return }
    add(call, "\(base.trimmedDescription).isEmpty", kind: .emptyInput)
  }

  /// Replaces `isEmpty` with a constant, unless it is the whole of a condition.
  func decideEmpty(_ node: MemberAccessExprSyntax) {
    guard node.declName.baseName.text == "isEmpty", node.base != nil else { return }
    let parent = node.parent?.is(PrefixOperatorExprSyntax.self) == true ? node.parent : Syntax(node)
    guard parent?.parent?.is(ConditionElementSyntax.self) != true else { return }
    for value in ["true", "false"] { add(node, value, kind: .emptyInput) }
  }
}

/// Finds the values that the pattern of a case binds, with their types.
private final class PayloadFinder: SyntaxVisitor {
  struct Payload {
    let name: String
    let type: String

    var isCollection: Bool {
      type.hasPrefix("[") || type.hasPrefix("Set<") || ["String", "IndexSet"].contains(type)
    }
  }

  private let enumerations: [Enumeration]
  private var payloads: [Payload] = []

  private init(_ enumerations: [Enumeration]) {
    self.enumerations = enumerations
    super.init(viewMode: .sourceAccurate)
  }

  static func payloads(
    in label: SwitchCaseLabelSyntax, of enumerations: [Enumeration], file: String
  ) -> [Payload] {
    let own = enumerations.filter { $0.file == file }
    let finder = PayloadFinder(own + enumerations)
    finder.walk(label)
    return finder.payloads
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let types = enumerations.lazy.flatMap(\.cases).first {
      $0.name == node.calledName && $0.types.count == node.arguments.count
    }?.types
    for (argument, type) in zip(node.arguments, types ?? []) {
      let pattern = argument.expression.as(PatternExprSyntax.self)?.pattern
      guard let binding = pattern?.as(ValueBindingPatternSyntax.self)?.pattern else { continue }
      payloads.append(Payload(name: binding.trimmedDescription, type: type))
    }
    return .visitChildren
  }
}
