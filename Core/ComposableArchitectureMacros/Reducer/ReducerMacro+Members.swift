package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

extension ReducerMacro: MemberMacro {
  package static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let members = MemberNames(declaration.memberBlock.members)
    let access = AccessLevel(of: declaration, in: context)
    if let declaration = declaration.as(EnumDeclSyntax.self) {
      guard declaration.hidingToken(in: context) == nil else { return [] }
      return caseReducerMembers(
        of: declaration, besides: members, attribute: node, access: access, in: context)
    }
    guard let declaration = declaration.as(StructDeclSyntax.self) else { return [] }
    return featureMembers(of: declaration, besides: members, access: access.rawValue)
  }

  /// What a feature does not say is nothing: no state, no actions, no behaviour.
  private static func featureMembers(
    of declaration: StructDeclSyntax, besides members: MemberNames, access: String
  ) -> [DeclSyntax] {
    // A method's own types are the state and the actions, where no others are.
    if members.hasReduce { return [] }
    if let domain = declaration.bodyDomain {
      return [("State", domain.state), ("Action", domain.action)]
        .filter { !members.types.contains($0.0) }
        .map { "\(raw: access)typealias \(raw: $0.0) = \(raw: $0.1)" }
    }
    var declarations: [DeclSyntax] = []
    let protocols = "Swift.Equatable, Swift.Hashable, Swift.Sendable"
    if !members.types.contains("State") {
      declarations.append(
        """
        \(raw: access)struct State: Swift.Codable, \(raw: protocols) {
        \(raw: access)init() {}
        }
        """)
    }
    if !members.types.contains("Action") {
      declarations.append(
        "@CaseKeyPaths.CasePathable \(raw: access)enum Action: \(raw: protocols) {}")
    }
    if !members.hasBody {
      declarations.append(
        "\(raw: access)let body = ComposableArchitecture.EmptyReducer<State, Action>()")
    }
    return declarations
  }

  private static func caseReducerMembers(
    of declaration: EnumDeclSyntax, besides members: MemberNames, attribute: AttributeSyntax,
    access: AccessLevel, in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    let cases = EnumCases(declaration.memberBlock.members)
    let misfits = cases.all.filter { ReducerCase($0) == nil }
    for misfit in misfits {
      context.diagnose(
        ReducerDiagnostic.notAFeature(name: misfit.name.text), at: misfit.syntax,
        fixIts: [.ignoreCase(misfit.declaration)])
    }
    guard misfits.isEmpty else { return [] }
    let source = CaseReducerSource(
      name: declaration.name.text, cases: cases, access: access,
      conformances: SynthesizedConformances(attribute))
    return (members.types.contains("State") ? [] : [source.state(in: context)])
      + (members.types.contains("Action") ? [] : [source.action(in: context)])
      + (members.types.contains("Body") ? [] : [source.bodyType])
      + (members.hasStaticBody ? [] : [source.body])
      + (members.types.contains("CaseScope") ? [] : [source.caseScope(in: context), source.scope])
  }
}

/// What the author of a reducer has declared in it.
private struct MemberNames {
  private(set) var types: Set<String> = []
  private(set) var hasBody = false
  private(set) var hasStaticBody = false
  private(set) var hasReduce = false

  init(_ members: MemberBlockItemListSyntax) {
    collect(members)
  }

  private mutating func collect(_ members: MemberBlockItemListSyntax) {
    for member in members.map(\.decl) {
      if let type = member.asProtocol((any NamedDeclSyntax).self),
        !member.is(FunctionDeclSyntax.self)
      {
        types.insert(type.name.text)
      }
      if let variable = member.as(VariableDeclSyntax.self) {
        let isBody = variable.bindings.contains { $0.pattern.trimmedDescription == "body" }
        if variable.modifiers.areOfType {
          hasStaticBody = hasStaticBody || isBody
        } else {
          hasBody = hasBody || isBody
        }
      }
      if let function = member.as(FunctionDeclSyntax.self) {
        hasReduce = hasReduce || function.isReduce
      }
      if let conditional = member.as(IfConfigDeclSyntax.self) {
        for clause in conditional.clauses {
          if let members = clause.elements?.as(MemberBlockItemListSyntax.self) { collect(members) }
        }
      }
    }
  }
}

/// The protocols that are named in `@Reducer(state: .equatable, action: .sendable)`.
struct SynthesizedConformances {
  private(set) var state: [String] = []
  private(set) var action: [String] = []
  private(set) var isStateRecordable = false
  private(set) var isActionRecordable = false

  init(_ attribute: AttributeSyntax) {
    guard let arguments = attribute.arguments?.as(LabeledExprListSyntax.self) else { return }
    var isOfAction = false
    for argument in arguments {
      // A label holds for the arguments without one that follow it.
      if let label = argument.label { isOfAction = label.text == "action" }
      guard let name = argument.expression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
      else { continue }
      switch (name, isOfAction) {
      case ("recordable", false): isStateRecordable = true
      case ("recordable", true): isActionRecordable = true
      case (_, false): state.append("Swift.\(name.capitalizedFirst)")
      case (_, true): action.append("Swift.\(name.capitalizedFirst)")
      }
    }
  }
}

extension String {
  fileprivate var capitalizedFirst: String {
    prefix(1).uppercased() + dropFirst()
  }
}
