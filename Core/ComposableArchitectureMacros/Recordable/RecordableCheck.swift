import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Code that compiles only if a part is recordable, and says at the author's line if it is not.
///
/// No macro knows whether a type is recordable. The compiler chooses the function that takes any
/// value if the type is not, and tells why that is unavailable: in the author's file, because of the
/// line that stands before the call. Everything else that is generated takes parts of any type.
struct RecordableCheck {
  /// What cannot be recorded, such as `'name'`.
  private let subject: String
  private let type: TypeSyntax?
  private let place: SourcePlace?
  /// Whether the part may be a result without a value, which only a case can hold.
  private let mayBeVoidResult: Bool

  private init(
    subject: String, type: TypeSyntax?, place: SourcePlace?, mayBeVoidResult: Bool = false
  ) {
    self.subject = subject
    self.type = type
    self.place = place
    self.mayBeVoidResult = mayBeVoidResult
  }

  /// The check of a stored property; `nil` if the source shows that it is recordable.
  init?(
    property name: TokenSyntax, type: TypeSyntax?, value: ExprSyntax?,
    in context: some MacroExpansionContext
  ) {
    if type?.isKnownRecordable ?? value?.isKnownRecordable ?? false { return nil }
    let called = value?.as(FunctionCallExprSyntax.self)?.calledExpression
    let made = called?.as(DeclReferenceExprSyntax.self).map {
      TypeSyntax(IdentifierTypeSyntax(name: $0.baseName.trimmed))
    }
    self.init(
      subject: "'\(name.text.filter { $0 != "`" })'", type: type ?? made,
      place: SourcePlace(of: name, in: context))
  }

  /// The check of an associated value; `nil` if the source shows that it is recordable.
  init?(element: PayloadElement, of enumCase: EnumCase, in context: some MacroExpansionContext) {
    guard case .value(let type) = element.form, !type.isKnownRecordable else { return nil }
    let name = enumCase.name.text.filter { $0 != "`" }
    let part =
      switch type.as(MemberTypeSyntax.self)?.name.text {
      case "State": "the state"
      case "Action": "the action"
      default: element.label.map { "'\($0)'" } ?? "the value"
      }
    self.init(
      subject: "\(part) of '\(name)'", type: type,
      place: SourcePlace(of: element.type, in: context),
      mayBeVoidResult: type.unknownParts.contains(where: \.isVoid))
  }

  /// Lines of code that check an expression within a statement.
  func lines(for expression: String, prefix: String, suffix: String = "") -> [String] {
    let message = "\(subject) cannot be recorded; \(remedy)"
    let call = "\(prefix)recording(\(expression))\(suffix)"
    // A type parameter could have the name of one of the author's. The result is optional since the
    // compiler warns of a call that gives a type without values.
    return [
      "@available(*, unavailable, message: \(StringLiteralExprSyntax(content: message)))",
      "func recording(_ part: some Any) -> Swift.Bool? { nil }",
      """
      func recording(_ part: some RecordCoding.Recordable) -> (some RecordCoding.Recordable)? {
      part
      }
      """,
    ] + voidResult + (place?.lines([call]) ?? [call])
  }

  private var voidResult: [String] {
    guard mayBeVoidResult else { return [] }
    return [
      """
      func recording<Part: RecordCoding.VoidResult>(
        _ part: Part
      ) -> Swift.Result<RecordCoding.RecordedVoid, Part.Failure>? {
      part.recorded
      }
      """
    ]
  }

  private var remedy: String {
    if type?.unknownParts.contains(where: \.isVoid) == true {
      return "use an enumeration in the place of '\(type?.trimmedDescription ?? "Void")'"
    }
    guard let type = type?.unknownParts.first?.held else {
      return "add '@Recordable' to its type"
    }
    guard let name = type.plainName else {
      return "add '@Recordable' to '\(type.trimmedDescription)' and to what it holds"
    }
    let parts = name.split(separator: ".")
    if parts.count > 1, let last = parts.last, ["State", "Action"].contains(last) {
      return "write '@Reducer(.recordable)' at '\(parts.dropLast().joined(separator: "."))'"
    }
    return """
      add '@Recordable' to '\(name)', or write 'extension \(name): CodableRecordable {}' if it is \
      'Codable'
      """
  }
}

/// Where a piece of source stands in its file.
struct SourcePlace {
  private let directive: String

  /// The place of a node; `nil` if it is in no file, or in one whose name needs an escape.
  init?(of node: some SyntaxProtocol, in context: some MacroExpansionContext) {
    guard
      let place = context.location(of: node, at: .afterLeadingTrivia, filePathMode: .filePath),
      let file = place.file.as(StringLiteralExprSyntax.self), file.openingPounds == nil,
      !file.description.contains("\\")
    else { return nil }
    directive = "#sourceLocation(file: \(file.trimmed), line: \(place.line.trimmed))"
  }

  /// Lines of code, of which the compiler reports what is wrong at this place.
  func lines(_ lines: [String]) -> [String] { [directive] + lines + ["#sourceLocation()"] }
}

extension TypeSyntax {
  private static let recordable: Set<String> = [
    "Bool", "Character", "Data", "Date", "Double", "Duration", "Float", "Int", "Int8", "Int16",
    "Int32", "Int64", "String", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "URL", "UUID",
  ]

  /// Whether the spelling alone shows that the type is recordable.
  var isKnownRecordable: Bool { unknownParts.isEmpty }

  /// The types in this one of which the spelling does not tell whether they are recordable.
  var unknownParts: [TypeSyntax] {
    if let named = self.as(IdentifierTypeSyntax.self), named.genericArgumentClause == nil,
      Self.recordable.contains(named.name.text)
    {
      return []
    }
    return parts.isEmpty ? [self] : parts.flatMap(\.unknownParts)
  }

  /// Whether the type is spelled as `Void`.
  fileprivate var isVoid: Bool {
    ["()", "Void", "Swift.Void"].contains(trimmedDescription)
  }

  /// What a type of the library holds that is recordable if that is, or the type itself.
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

  /// The name of the type as the source spells it, if it is nothing but a name.
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
  /// Whether the expression alone shows that its value is recordable.
  fileprivate var isKnownRecordable: Bool {
    self.is(BooleanLiteralExprSyntax.self) || self.is(IntegerLiteralExprSyntax.self)
      || self.is(FloatLiteralExprSyntax.self) || self.is(StringLiteralExprSyntax.self)
  }
}
