import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// A generated check that compiles only if a part is recordable, and fails at the author's line.
///
/// A macro cannot know whether a type is recordable. If it isn't, the compiler selects an overload
/// that accepts any value, and reports that it is unavailable. A directive before the call moves
/// the error to the author's file. All other generated code accepts parts of any type.
struct RecordableCheck {
  /// The name of the part in the error, such as `'name'`.
  private let subject: String
  private let type: TypeSyntax?
  private let location: NodeLocation?
  /// Whether the part may be a result of `Void`, which is allowed only in a case.
  private let mayBeVoidResult: Bool

  /// Creates the check of a stored property, or returns `nil` if the source shows it is recordable.
  init?(
    property name: TokenSyntax, type: TypeSyntax?, value: ExprSyntax?,
    in context: some MacroExpansionContext
  ) {
    if type?.isKnownRecordable ?? value?.isKnownRecordable ?? false { return nil }
    let called = value?.as(FunctionCallExprSyntax.self)?.calledExpression
    let constructed = called?.as(DeclReferenceExprSyntax.self).map {
      TypeSyntax(IdentifierTypeSyntax(name: $0.baseName.trimmed))
    }
    subject = "'\(name.bareText)'"
    self.type = type ?? constructed
    location = NodeLocation(of: name, in: context)
    mayBeVoidResult = false
  }

  /// Creates the check of a payload element, or returns `nil` if the source shows it is recordable.
  init?(element: PayloadElement, of enumCase: EnumCase, in context: some MacroExpansionContext) {
    guard case .value(let type) = element.form, !type.isKnownRecordable else { return nil }
    let part =
      switch type.as(MemberTypeSyntax.self)?.name.text {
      case "State": "the state"
      case "Action": "the action"
      default: element.label.map { "'\($0)'" } ?? "the value"
      }
    subject = "\(part) of '\(enumCase.name.bareText)'"
    self.type = type
    location = NodeLocation(of: element.type, in: context)
    mayBeVoidResult = type.unknownParts.contains(where: \.isVoid)
  }

  /// Returns lines of code that check an expression within a statement.
  func lines(for expression: String, prefix: String, suffix: String = "") -> [String] {
    let message = "\(subject) cannot be recorded; \(remedy)"
    let call = "\(prefix)recording(\(expression))\(suffix)"
    // A named type parameter could hide one of the author's types. An optional result avoids the
    // compiler's warning about a call that returns an uninhabited type.
    return [
      "@available(*, unavailable, message: \(StringLiteralExprSyntax(content: message)))",
      "func recording(_ part: some Any) -> Swift.Bool? { nil }",
      """
      func recording(_ part: some RecordCoding.Recordable) -> (some RecordCoding.Recordable)? {
      part
      }
      """,
    ] + (mayBeVoidResult ? [Self.voidResult] : []) + (location?.lines([call]) ?? [call])
  }

  private static let voidResult = """
    func recording<Part: RecordCoding.VoidResult>(
      _ part: Part
    ) -> Swift.Result<RecordCoding.RecordedVoid, Part.Failure>? {
    part.recorded
    }
    """

  private var remedy: String {
    guard let type, let part = type.unknownParts.first?.held else {
      return "add '@Recordable' to its type"
    }
    if type.unknownParts.contains(where: \.isVoid) {
      return "use an enumeration in place of '\(type.trimmedDescription)'"
    }
    guard let name = part.plainName else {
      return "add '@Recordable' to '\(part.trimmedDescription)' and to its parts"
    }
    let path = name.split(separator: ".")
    if path.count > 1, let last = path.last, ["State", "Action"].contains(last) {
      return "write '@Reducer(.recordable)' at '\(path.dropLast().joined(separator: "."))'"
    }
    return """
      add '@Recordable' to '\(name)', or write 'extension \(name): CodableRecordable {}' if it is \
      'Codable'
      """
  }
}

struct NodeLocation {
  private let directive: String

  /// Creates a location, or returns `nil` if the node has no file or the file name needs escapes.
  init?(of node: some SyntaxProtocol, in context: some MacroExpansionContext) {
    guard
      let location = context.location(of: node, at: .afterLeadingTrivia, filePathMode: .filePath),
      let file = location.file.as(StringLiteralExprSyntax.self), file.openingPounds == nil,
      !file.description.contains("\\")
    else { return nil }
    directive = "#sourceLocation(file: \(file.trimmed), line: \(location.line.trimmed))"
  }

  /// Returns lines of code whose errors the compiler reports at this location.
  func lines(_ lines: [String]) -> [String] { [directive] + lines + ["#sourceLocation()"] }
}

extension TypeSyntax {
  private static let recordable: Set<String> = [
    "Bool", "Character", "Data", "Date", "Double", "Duration", "Float", "Int", "Int8", "Int16",
    "Int32", "Int64", "String", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "URL", "UUID",
  ]

  /// Whether the spelling alone shows that the type is recordable.
  fileprivate var isKnownRecordable: Bool { unknownParts.isEmpty }

  /// The types within this type whose spelling does not show whether they are recordable.
  fileprivate var unknownParts: [TypeSyntax] {
    if let named = self.as(IdentifierTypeSyntax.self), named.genericArgumentClause == nil,
      Self.recordable.contains(named.name.text)
    {
      return []
    }
    return parts.isEmpty ? [self] : parts.flatMap(\.unknownParts)
  }

  /// The type itself or, for a library type such as `Shared<Value>`, the argument that must be
  /// recordable.
  fileprivate var held: TypeSyntax {
    if let member = self.as(MemberTypeSyntax.self), member.name.text == "Action",
      case let holder = member.baseType.held, holder != member.baseType
    {
      return holder
    }
    let holders: Set<String> = [
      "AlertState", "BindingAction", "ButtonState", "ConfirmationDialogState", "IdentifiedActionOf",
      "PresentationAction", "PresentationState", "Shared", "SharedReader", "StackState",
    ]
    guard let named = self.as(IdentifierTypeSyntax.self), holders.contains(named.name.text),
      let only = named.genericArgumentClause?.arguments.first?.argument.as(TypeSyntax.self)
    else { return self }
    return only.unknownParts.first?.held ?? self
  }

  /// The name of the type with its parents, or `nil` if it has generic arguments.
  fileprivate var plainName: String? {
    if let named = self.as(IdentifierTypeSyntax.self), named.genericArgumentClause == nil {
      return named.name.text
    }
    guard let member = self.as(MemberTypeSyntax.self), member.genericArgumentClause == nil else {
      return nil
    }
    return member.baseType.plainName.map { "\($0).\(member.name.text)" }
  }
}

extension ExprSyntax {
  fileprivate var isKnownRecordable: Bool {
    self.is(BooleanLiteralExprSyntax.self) || self.is(IntegerLiteralExprSyntax.self)
      || self.is(FloatLiteralExprSyntax.self) || self.is(StringLiteralExprSyntax.self)
  }
}

extension TypeSyntax {
  /// The error for the first part that cannot be recorded, such as the elements of `[() -> Void]`.
  ///
  /// Searches known wrappers and collections. Other types may do anything with their arguments.
  var recordingError: MacroError? {
    if self.is(FunctionTypeSyntax.self) { return .function(self) }
    return isExistential ? .existential(self) : parts.lazy.compactMap(\.recordingError).first
  }

  private var isExistential: Bool {
    if let constrained = self.as(SomeOrAnyTypeSyntax.self) {
      return constrained.someOrAnySpecifier.tokenKind == .keyword(.any)
    }
    return ["Any", "AnyObject", "Swift.Any", "Swift.AnyObject"].contains(trimmedDescription)
  }

  private static let containers: Set<String> = [
    "Optional", "Array", "ArraySlice", "ContiguousArray", "Set", "Dictionary", "IdentifiedArrayOf",
    "Result", "TaskResult",
  ]

  /// The types that this type is composed of.
  private var parts: [TypeSyntax] {
    if let wrapped { return [wrapped] }
    if let array = self.as(ArrayTypeSyntax.self) { return [array.element] }
    if let dictionary = self.as(DictionaryTypeSyntax.self) {
      return [dictionary.key, dictionary.value]
    }
    if let attributed = self.as(AttributedTypeSyntax.self) { return [attributed.baseType] }
    if let tuple = self.as(TupleTypeSyntax.self) { return tuple.elements.map(\.type) }
    guard let named = self.as(IdentifierTypeSyntax.self),
      Self.containers.contains(named.name.text), let clause = named.genericArgumentClause
    else { return [] }
    let arguments = clause.arguments.compactMap { $0.argument.as(TypeSyntax.self) }
    // A result records an error of any type by its description.
    return named.name.text == "Result" ? Array(arguments.prefix(1)) : arguments
  }
}

extension MacroError {
  static func conditional(_ conditional: IfConfigDeclSyntax) -> Self {
    Self(
      """
      '@Recordable' cannot record declarations within '#if': logs of different builds could not be \
      compared; move the declaration out of '#if'
      """, at: conditional)
  }

  static func function(_ node: some SyntaxProtocol) -> Self {
    Self("a function cannot be recorded: keep a value that says what to do instead", at: node)
  }

  fileprivate static func existential(_ type: TypeSyntax) -> Self {
    Self(
      type.trimmedDescription == "any Error"
        ? """
        an error of any type cannot be recorded: hold it in a 'Result', or keep a 'RecordedError' \
        of it
        """
        : """
        a value of type '\(type.trimmedDescription)' cannot be recorded: name its type, or make an \
        enum of the types that it can be of
        """, at: type)
  }
}
