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
    let declarations = featureMembers(
      of: declaration, besides: members, access: access.rawValue)
    guard SynthesizedConformances(node).isActionRecordable else { return declarations }
    return declarations.map { recordable($0, access: access, in: context) }
      + recordingChecks(of: declaration, besides: members, attribute: node, in: context)
  }

  /// Makes a generated `State` or `Action` recordable, and returns any other member unchanged.
  private static func recordable(
    _ declaration: DeclSyntax, access: AccessLevel, in context: some MacroExpansionContext
  ) -> DeclSyntax {
    if let declaration = declaration.as(EnumDeclSyntax.self) {
      return GeneratedEnum(
        name: declaration.name.text, cases: [], access: access,
        protocols: declaration.inheritedNames, isRecordable: true
      ).declaration(in: context)
    }
    guard var declaration = declaration.as(StructDeclSyntax.self),
      let members = GeneratedEnum.recording(
        of: declaration, name: declaration.name.text, in: context)
    else { return declaration }
    let protocols = declaration.inheritedNames + ["RecordCoding.Recordable"]
    declaration.inheritanceClause = nil
    return """
      \(raw: access.rawValue)struct \(declaration.name.trimmed): \
      \(raw: protocols.joined(separator: ", ")) {
      \(raw: access.rawValue)init() {}
      \(raw: members.joined(separator: "\n"))
      }
      """
  }

  /// Returns functions that compile only if a `State` and `Action` from elsewhere are recordable.
  private static func recordingChecks(
    of declaration: StructDeclSyntax, besides members: MemberNames, attribute: AttributeSyntax,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    ["State", "Action"].filter { !members.nominalTypes.contains($0) }.map { name in
      let alias = declaration.memberBlock.members.lazy
        .compactMap { $0.decl.as(TypeAliasDeclSyntax.self) }.first { $0.name.text == name }
      let location = NodeLocation(of: alias.map(Syntax.init) ?? Syntax(attribute), in: context)
      let call = ["RecordCoding.requireRecordable(\(name).self)"]
      return """
        private static func \(context.makeUniqueName("check\(name)"))() {
        \(raw: (location?.lines(call) ?? call).joined(separator: "\n"))
        }
        """
    }
  }

  /// Returns defaults for the `State`, `Action` and `body` that a feature omits.
  private static func featureMembers(
    of declaration: StructDeclSyntax, besides members: MemberNames, access: String
  ) -> [DeclSyntax] {
    var declarations: [DeclSyntax] = []
    let protocols = "Swift.Equatable, Swift.Hashable, Swift.Sendable"
    if declaration.needsDefault("State", besides: members) {
      declarations.append(
        """
        \(raw: access)struct State: Swift.Codable, \(raw: protocols) {
        \(raw: access)init() {}
        }
        """)
    }
    if declaration.needsDefault("Action", besides: members) {
      declarations.append(
        "@CaseKeyPaths.CasePathable \(raw: access)enum Action: \(raw: protocols) {}")
    }
    if members.body == nil, !members.hasReduce {
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
      context.report(
        MacroError(
          """
          '@Reducer' expects the case '\(misfit.name.text)' to hold a reducer, not a value of the \
          standard library: name the type of a feature, or mark the case as a plain value with \
          '@ReducerCaseIgnored'
          """, at: misfit.syntax, fixIts: [.ignoreCase(misfit.declaration)]))
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

extension StructDeclSyntax {
  /// Returns whether a feature needs a generated `State` or `Action`.
  ///
  /// Swift infers the types from a body, and an extension of the feature may declare them. Only a
  /// feature without a body, or with a body of a type such as `Reduce<State, Action>`, needs them.
  fileprivate func needsDefault(_ name: String, besides members: MemberNames) -> Bool {
    let parameters = genericParameterClause?.parameters.map(\.name.text) ?? []
    if members.hasReduce || members.types.contains(name) || parameters.contains(name) {
      return false
    }
    guard let body = members.body else { return true }
    guard body.initializer == nil, let type = body.typeAnnotation?.type,
      !type.is(SomeOrAnyTypeSyntax.self)
    else { return false }
    return ["Self", name].contains(where: type.mentions)
  }
}

private struct MemberNames {
  private(set) var types: Set<String> = []
  /// The types that aren't type aliases.
  private(set) var nominalTypes: Set<String> = []
  /// The `body` that isn't static.
  private(set) var body: PatternBindingSyntax?
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
        if !member.is(TypeAliasDeclSyntax.self) { nominalTypes.insert(type.name.text) }
      }
      if let variable = member.as(VariableDeclSyntax.self) {
        let found = variable.bindings.first { $0.pattern.trimmedDescription == "body" }
        if variable.modifiers.areOfType {
          hasStaticBody = hasStaticBody || found != nil
        } else {
          body = body ?? found
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

/// The conformances in `@Reducer(.recordable, state: .equatable, action: .sendable)`.
struct SynthesizedConformances {
  private(set) var state: [String] = []
  private(set) var action: [String] = []
  private(set) var isStateRecordable = false
  private(set) var isActionRecordable = false
  /// Whether `.recordable` is the only conformance, for state and actions together.
  private(set) var areOnlyRecordable = true

  init(_ attribute: AttributeSyntax) {
    guard let arguments = attribute.arguments?.as(LabeledExprListSyntax.self) else { return }
    var label: String?
    for argument in arguments {
      // A label also applies to the unlabeled arguments after it.
      label = argument.label?.text ?? label
      guard let name = argument.expression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
      else { continue }
      areOnlyRecordable = areOnlyRecordable && label == nil && name == "recordable"
      if label != "action" { add(name, to: &state, or: &isStateRecordable) }
      if label != "state" { add(name, to: &action, or: &isActionRecordable) }
    }
  }

  private func add(_ name: String, to protocols: inout [String], or isRecordable: inout Bool) {
    if name == "recordable" {
      isRecordable = true
    } else {
      protocols.append("Swift.\(name.capitalizedFirst)")
    }
  }
}

extension DeclGroupSyntax {
  fileprivate var inheritedNames: [String] {
    inheritanceClause?.inheritedTypes.map(\.type.trimmedDescription) ?? []
  }
}

extension String {
  fileprivate var capitalizedFirst: String {
    prefix(1).uppercased() + dropFirst()
  }
}
