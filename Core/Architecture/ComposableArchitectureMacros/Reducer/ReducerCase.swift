package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// A case of an enumeration that is `@Reducer`.
struct ReducerCase {
  enum Content {
    /// A feature, with the type of its reducer and an expression that creates it.
    case feature(type: String, value: String)
    /// State that its first action dismisses, such as an alert, and the payload of the actions.
    case ephemeral(type: String, action: String)
    /// Plain values, or none, as spelled in the source.
    case ignored(payload: String)
  }

  let name: String
  let content: Content
  /// The label of the first value followed by a colon, or an empty string.
  let label: String
  let availability: [AttributeSyntax]

  /// Creates a case, or returns `nil` if its value cannot be a feature and isn't marked as ignored.
  ///
  /// A case without values or with several is ignored. So is a value whose type isn't a name, such
  /// as an optional, a tuple or a function.
  init?(_ enumCase: EnumCase) {
    let attributes = enumCase.declaration.attributes
    let clause = enumCase.syntax.parameterClause
    name = enumCase.name.text
    label = enumCase.payload.first?.prefix ?? ""
    availability = enumCase.availability
    guard let parameters = clause?.parameters, let parameter = parameters.first,
      parameters.count == 1, parameter.type.isName,
      !attributes.contains(named: "ReducerCaseIgnored")
    else {
      content = .ignored(payload: clause?.trimmedDescription ?? "")
      return
    }
    let type = parameter.type.trimmedDescription
    if ["AlertState", "ConfirmationDialogState"].contains(parameter.type.baseName) {
      content = .ephemeral(type: type, action: "\(type).Action")
    } else if attributes.contains(named: "ReducerCaseEphemeral") {
      content = .ephemeral(type: type, action: "\(label)\(type).Action")
    } else if parameter.type.isStandardValue {
      return nil
    } else {
      let value = parameter.defaultValue?.value.trimmedDescription ?? "\(type)()"
      content = .feature(type: type, value: value)
    }
  }

  var state: String {
    switch content {
    case .feature(let type, _): "case \(name)(\(label)\(type).State)"
    case .ephemeral(let type, _): "case \(name)(\(label)\(type))"
    case .ignored(let payload): "case \(name)\(payload)"
    }
  }

  var action: String? {
    switch content {
    case .feature(let type, _): "case \(name)(\(label)\(type).Action)"
    case .ephemeral(_, let action): "case \(name)(\(action))"
    case .ignored: nil
    }
  }

  var scope: String {
    switch content {
    case .feature(let type, _): "case \(name)(ComposableArchitecture.StoreOf<\(type)>)"
    case .ephemeral(let type, _): "case \(name)(\(label)\(type))"
    case .ignored(let payload): "case \(name)\(payload)"
    }
  }

  /// The statement that returns the case of `CaseScope`, with a store or the plain value.
  var scoping: String {
    let state = "\\Self.State.Cases.\(name)"
    let embedding = "return CaseScope.allCasePaths.\(name).embed(value)"
    return switch content {
    case .feature:
      "if let value = store.scope(case: \(state), action: \\Self.Action.Cases.\(name)) "
        + "{ \(embedding) }"
    case .ephemeral, .ignored: "if let value = store.value(case: \(state)) { \(embedding) }"
    }
  }

  /// The lines of the case's reducer, if it has a feature.
  var reducer: [String]? {
    guard case .feature(_, let value) = content else { return nil }
    let paths = "state: \\Self.State.Cases.\(name), action: \\Self.Action.Cases.\(name)"
    return ["ComposableArchitecture.Scope(\(paths)) {", value, "}"]
  }
}

extension TypeSyntax {
  /// Whether the type is a name, possibly with generic arguments, rather than a composed type.
  fileprivate var isName: Bool {
    (self.is(IdentifierTypeSyntax.self) || self.is(MemberTypeSyntax.self)) && !isVoid
  }

  /// Whether the type is a value of the standard library, which is never a reducer.
  fileprivate var isStandardValue: Bool {
    ["Any", "Bool", "Double", "Float", "Int", "String"].contains(baseName)
  }
}

struct CaseReducerSource {
  let name: String
  let cases: EnumCases
  let access: AccessLevel
  let conformances: SynthesizedConformances

  func state(in context: some MacroExpansionContext) -> DeclSyntax {
    GeneratedEnum(
      name: "State", cases: caseLines { $0.state }, access: access,
      attributes: ["@dynamicMemberLookup"], typealiases: ["StateReducer = \(name)"],
      protocols: ["ComposableArchitecture.CaseReducerState"] + conformances.state,
      isRecordable: conformances.isStateRecordable
    ).declaration(in: DerivedContext(context, generatedFrom: cases))
  }

  func action(in context: some MacroExpansionContext) -> DeclSyntax {
    GeneratedEnum(
      name: "Action", cases: caseLines { $0.action }, access: access,
      protocols: conformances.action, isRecordable: conformances.isActionRecordable
    ).declaration(in: DerivedContext(context, generatedFrom: cases))
  }

  func caseScope(in context: some MacroExpansionContext) -> DeclSyntax {
    GeneratedEnum(
      name: "CaseScope", cases: caseLines { $0.scope }, access: access,
      attributes: ["@dynamicMemberLookup"], protocols: [], isRecordable: false
    ).declaration(in: context)
  }

  /// The function that returns the store of the current case.
  var scope: DeclSyntax {
    let store = "ComposableArchitecture.Store<Self.State, Self.Action>"
    let statements = cases.lines { ReducerCase($0).map { [$0.scoping] } ?? [] }
    let lines =
      [
        "@_Concurrency.MainActor",
        "\(access.rawValue)static func scope(_ store: \(store)) -> CaseScope {",
      ] + statements + ["Swift.preconditionFailure(\"a state is in one of its cases\")", "}"]
    return "\(raw: lines.joined(separator: "\n"))"
  }

  /// The type of the body, which other enumerations need to nest this one.
  var bodyType: DeclSyntax {
    "\(raw: access.rawValue)typealias Body = \(raw: Self.bodyTypeName)"
  }

  private static let bodyTypeName = "ComposableArchitecture.Reduce<Self.State, Self.Action>"

  /// The static body. It uses `return` to prevent the inference of a result builder.
  var body: DeclSyntax {
    let reducers = cases.lines { ReducerCase($0)?.reducer ?? [] }
    let combined = "ComposableArchitecture.CombineReducers<Self.State, Self.Action, _>"
    let lines =
      ["\(access.rawValue)static var body: \(Self.bodyTypeName) {"]
      + ["return \(Self.bodyTypeName)(", "\(combined) {"] + reducers + ["})", "}"]
    return "\(raw: lines.joined(separator: "\n"))"
  }

  private func caseLines(_ line: (ReducerCase) -> String?) -> [String] {
    cases.lines { enumCase in
      guard let reducerCase = ReducerCase(enumCase), let line = line(reducerCase) else { return [] }
      return reducerCase.availability.map { "\($0)" } + [line]
    }
  }
}

/// The markers of ephemeral and ignored cases, which `@Reducer` reads.
package enum ReducerCaseMacro {}

extension ReducerCaseMacro: PeerMacro {
  package static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    if !declaration.is(EnumCaseDeclSyntax.self) {
      context.report(
        MacroError(
          "'@\(node.baseName)' can only be applied to a case of an enum that is '@Reducer'",
          at: node, fixIts: [.remove(node)]))
    }
    return []
  }
}
