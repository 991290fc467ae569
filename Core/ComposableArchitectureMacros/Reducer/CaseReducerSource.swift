import SwiftSyntax
import SwiftSyntaxBuilder

/// The source of the members of an enumeration of reducers.
struct CaseReducerSource {
  let name: String
  let cases: EnumCases
  let access: AccessLevel
  let conformances: SynthesizedConformances

  var state: DeclSyntax {
    let heritage = inheritance(["ComposableArchitecture.CaseReducerState"] + conformances.state)
    let lines =
      ["@CaseKeyPaths.CasePathable", "@dynamicMemberLookup"]
      + (conformances.isStateRecordable ? ["@RecordCoding.Recordable"] : [])
      + ["\(access.rawValue)enum State\(heritage) {"]
      + ["\(access.rawValue)typealias StateReducer = \(name)"]
      + caseLines { $0.state } + ["}"]
    return "\(raw: lines.joined(separator: "\n"))"
  }

  var action: DeclSyntax {
    let lines =
      ["@CaseKeyPaths.CasePathable"]
      + (conformances.isActionRecordable ? ["@RecordCoding.Recordable"] : [])
      + ["\(access.rawValue)enum Action\(inheritance(conformances.action)) {"]
      + caseLines { $0.action } + ["}"]
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

  private func inheritance(_ protocols: [String]) -> String {
    protocols.isEmpty ? "" : ": \(protocols.joined(separator: ", "))"
  }
}
