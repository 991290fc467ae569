package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// A case of an enumeration that is `@Reducer`.
struct ReducerCase {
  enum Content {
    /// A feature, with the type of its reducer and an expression that creates it.
    case feature(type: String, value: String)
    /// State that its first action dismisses, such as an alert.
    case ephemeral(type: String)
    /// Plain values, or none, as spelled in the source.
    case ignored(payload: String)
  }

  let name: String
  let content: Content
  let availability: [AttributeSyntax]

  /// Creates a case, or returns `nil` unless it has one feature or is marked as having none.
  init?(_ enumCase: EnumCase) {
    let attributes = enumCase.declaration.attributes
    let parameters = enumCase.syntax.parameterClause?.parameters ?? []
    name = enumCase.name.text
    availability = enumCase.availability
    if parameters.isEmpty || attributes.contains(named: "ReducerCaseIgnored") {
      content = .ignored(payload: enumCase.syntax.parameterClause?.trimmedDescription ?? "")
      return
    }
    guard parameters.count == 1, let parameter = parameters.first, parameter.firstName == nil,
      case .value = PayloadForm(parameter.type), !parameter.type.is(OptionalTypeSyntax.self)
    else { return nil }
    let type = parameter.type.trimmedDescription
    let isEphemeral =
      attributes.contains(named: "ReducerCaseEphemeral")
      || ["AlertState", "ConfirmationDialogState"].contains(parameter.type.baseName)
    content =
      isEphemeral
      ? .ephemeral(type: type)
      : .feature(
        type: type, value: parameter.defaultValue?.value.trimmedDescription ?? "\(type)()")
  }

  var state: String {
    switch content {
    case .feature(let type, _): "case \(name)(\(type).State)"
    case .ephemeral(let type): "case \(name)(\(type))"
    case .ignored(let payload): "case \(name)\(payload)"
    }
  }

  var action: String? {
    switch content {
    case .feature(let type, _): "case \(name)(\(type).Action)"
    case .ephemeral(let type): "case \(name)(\(type).Action)"
    case .ignored: nil
    }
  }

  var scope: String {
    switch content {
    case .feature(let type, _): "case \(name)(ComposableArchitecture.StoreOf<\(type)>)"
    case .ephemeral(let type): "case \(name)(\(type))"
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
