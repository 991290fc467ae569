package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// A case of an enumeration of reducers.
struct ReducerCase {
  enum Content {
    /// A feature: the type of its reducer, and an expression that makes it.
    case feature(type: String, value: String)
    /// State that goes away with its first action.
    case ephemeral(type: String)
    /// Plain values, or none, as the source spells them.
    case ignored(payload: String)
  }

  let name: String
  let content: Content
  let availability: [AttributeSyntax]

  /// Reads a case; `nil` if it holds neither one feature nor is marked as one that holds none.
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

  /// The case among those of the state.
  var state: String {
    switch content {
    case .feature(let type, _): "case \(name)(\(type).State)"
    case .ephemeral(let type): "case \(name)(\(type))"
    case .ignored(let payload): "case \(name)\(payload)"
    }
  }

  /// The case among those of the actions, if it has any.
  var action: String? {
    switch content {
    case .feature(let type, _): "case \(name)(\(type).Action)"
    case .ephemeral(let type): "case \(name)(\(type).Action)"
    case .ignored: nil
    }
  }

  /// The case among those of the stores.
  var scope: String {
    switch content {
    case .feature(let type, _): "case \(name)(ComposableArchitecture.StoreOf<\(type)>)"
    case .ephemeral(let type): "case \(name)(\(type))"
    case .ignored(let payload): "case \(name)\(payload)"
    }
  }

  /// The statement that returns the store of the case, or what the case holds.
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

  /// The reducer of the case, if it has one.
  var reducer: [String]? {
    guard case .feature(_, let value) = content else { return nil }
    let paths = "state: \\Self.State.Cases.\(name), action: \\Self.Action.Cases.\(name)"
    return ["ComposableArchitecture.Scope(\(paths)) {", value, "}"]
  }
}

/// The source of the members of an enumeration of reducers.
struct CaseReducerSource {
  let name: String
  let cases: EnumCases
  let access: AccessLevel
  let conformances: SynthesizedConformances

  /// The enumeration of the features' states.
  func state(in context: some MacroExpansionContext) -> DeclSyntax {
    GeneratedEnum(
      name: "State", cases: caseLines { $0.state }, access: access,
      attributes: ["@dynamicMemberLookup"], typealiases: ["StateReducer = \(name)"],
      protocols: ["ComposableArchitecture.CaseReducerState"] + conformances.state,
      isRecordable: conformances.isStateRecordable
    ).declaration(in: DerivedContext(context, generatedFrom: cases))
  }

  /// The enumeration of the features' actions.
  func action(in context: some MacroExpansionContext) -> DeclSyntax {
    GeneratedEnum(
      name: "Action", cases: caseLines { $0.action }, access: access,
      protocols: conformances.action, isRecordable: conformances.isActionRecordable
    ).declaration(in: DerivedContext(context, generatedFrom: cases))
  }

  /// The enumeration of the features' stores.
  func caseScope(in context: some MacroExpansionContext) -> DeclSyntax {
    GeneratedEnum(
      name: "CaseScope", cases: caseLines { $0.scope }, access: access,
      attributes: ["@dynamicMemberLookup"], protocols: [], isRecordable: false
    ).declaration(in: context)
  }

  /// The function that makes the store of whichever feature there is state for.
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

  /// The type of the body, by which other enumerations nest this one.
  var bodyType: DeclSyntax {
    "\(raw: access.rawValue)typealias Body = \(raw: Self.bodyTypeName)"
  }

  private static let bodyTypeName = "ComposableArchitecture.Reduce<Self.State, Self.Action>"

  /// The statement is a `return`, so that no result builder is inferred for the property.
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

/// Marks a case of an enumeration of reducers; `@Reducer` reads the mark.
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
