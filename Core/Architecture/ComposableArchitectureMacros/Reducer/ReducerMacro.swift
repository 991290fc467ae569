import SwiftDiagnostics
package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// The macro `@Reducer`, which adds the conformance and the attributes that the members need.
///
/// For an enumeration whose cases hold features, it generates the reducer of the current case.
package enum ReducerMacro {}

extension ReducerMacro: ExtensionMacro {
  package static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard let names = reducerProtocols(of: declaration) else {
      context.report(
        .kind(of: declaration, attribute: node, allowed: "a struct or an enum"))
      return []
    }
    if let declaration = declaration.as(StructDeclSyntax.self) {
      diagnoseTwoBodies(of: declaration, in: context)
      if let arguments = node.arguments, !SynthesizedConformances(node).areOnlyRecordable {
        context.report(.conformancesOfStruct(arguments))
      }
    }
    if let body = declaration.as(EnumDeclSyntax.self)?.valueBody {
      context.report(.bodyOfValue(body))
    }
    if context.reportsHidden(declaration, from: node) { return [] }
    let missing = names.filter { !declaration.states(conformanceTo: $0) }
    guard !protocols.isEmpty, !missing.isEmpty else { return [] }
    let conformances = missing.map { "ComposableArchitecture.\($0)" }.joined(separator: ", ")
    return try declaration.extending(type, by: conformances, in: context)
  }

  /// Returns the protocols that a reducer conforms to, or `nil` if the type cannot be a reducer.
  ///
  /// `CaseReducer` refines `Reducer`, but the compiler does not infer this during macro expansion.
  private static func reducerProtocols(of declaration: some DeclGroupSyntax) -> [String]? {
    if declaration.is(StructDeclSyntax.self) { return ["Reducer"] }
    return declaration.is(EnumDeclSyntax.self) ? ["CaseReducer", "Reducer"] : nil
  }

  /// Reports a `body` that would never be called because of a `reduce(into:action:)`.
  private static func diagnoseTwoBodies(
    of declaration: StructDeclSyntax, in context: some MacroExpansionContext
  ) {
    let members = declaration.memberBlock.members.map(\.decl)
    guard
      let body = members.lazy.compactMap(\.reducerBody).first,
      let method = members.lazy.compactMap({ $0.as(FunctionDeclSyntax.self) })
        .first(where: \.isReduce)
    else { return }
    context.report(.bodyAndReduce(method.name, body: body))
  }
}

extension ReducerMacro: MemberAttributeMacro {
  package static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    if reducerProtocols(of: declaration) != nil, let name = member.domainName {
      return attributes(for: member, named: name, of: SynthesizedConformances(node))
    }
    guard let body = member.as(VariableDeclSyntax.self),
      body.isReducerBody(ofType: declaration.is(EnumDeclSyntax.self)),
      !body.attributes.contains(named: "ReducerBuilder")
    else { return [] }
    return ["@ComposableArchitecture.ReducerBuilder<Self.State, Self.Action>"]
  }

  private static func attributes(
    for member: some DeclSyntaxProtocol, named name: String,
    of conformances: SynthesizedConformances
  ) -> [AttributeSyntax] {
    var attributes: [AttributeSyntax] = []
    if let member = member.as(EnumDeclSyntax.self) {
      if !member.attributes.contains(named: "CasePathable"),
        !member.states(conformanceTo: "CasePathable")
      {
        attributes.append("@CaseKeyPaths.CasePathable")
      }
      if name == "State", !member.attributes.contains(named: "dynamicMemberLookup") {
        attributes.append("@dynamicMemberLookup")
      }
    }
    guard name == "State" ? conformances.isStateRecordable : conformances.isActionRecordable,
      let member = member.asProtocol((any DeclGroupSyntax).self),
      !member.attributes.contains(named: "Recordable"),
      !member.states(conformanceTo: "Recordable"),
      !member.states(conformanceTo: "CodableRecordable")
    else { return attributes }
    return attributes + ["@RecordCoding.Recordable"]
  }
}

extension DeclSyntaxProtocol {
  /// The name `State` or `Action`, if this declares a type with that name.
  fileprivate var domainName: String? {
    let name =
      self.as(EnumDeclSyntax.self)?.name.text ?? self.as(StructDeclSyntax.self)?.name.text
      ?? self.as(ClassDeclSyntax.self)?.name.text
    return name.flatMap { ["State", "Action"].contains($0) ? $0 : nil }
  }
}

extension DeclSyntax {
  fileprivate var reducerBody: TokenSyntax? {
    guard let variable = self.as(VariableDeclSyntax.self), variable.isReducerBody(ofType: false)
    else { return nil }
    return variable.bindings.first?.identifier
  }
}

extension EnumDeclSyntax {
  /// The name of a `body` that isn't static.
  fileprivate var valueBody: TokenSyntax? {
    memberBlock.members.lazy.compactMap(\.decl.reducerBody).first
  }
}

extension VariableDeclSyntax {
  /// Whether this is the computed property `body`, of the type or of its instances.
  fileprivate func isReducerBody(ofType: Bool) -> Bool {
    guard modifiers.areOfType == ofType, let binding = bindings.first, binding.isComputed else {
      return false
    }
    return binding.identifier?.text == "body"
  }
}

extension FunctionDeclSyntax {
  var isReduce: Bool {
    let labels = signature.parameterClause.parameters.map(\.firstName.text)
    return name.text == "reduce" && labels == ["into", "action"] && !modifiers.areOfType
  }
}

extension MacroError {
  fileprivate static func conformancesOfStruct(_ arguments: AttributeSyntax.Arguments) -> Self {
    Self(
      """
      '@Reducer' of a struct takes '.recordable' only: state other conformances where this 'State' \
      and 'Action' are declared
      """, at: arguments)
  }

  fileprivate static func bodyAndReduce(_ method: TokenSyntax, body: TokenSyntax) -> Self {
    Self(
      """
      A reducer has a 'body' or a 'reduce(into:action:)', not both: the 'body' would never be \
      called; move this method into a 'Reduce' in the 'body', or remove the 'body'
      """, at: method, notes: [Note(node: Syntax(body), message: BodyNote())])
  }

  fileprivate static func bodyOfValue(_ body: TokenSyntax) -> Self {
    Self(
      """
      The 'body' of an enum that is '@Reducer' must be static: the enum names features, and no \
      value of it is ever made; declare 'static var body'
      """, at: body)
  }
}

private struct BodyNote: NoteMessage {
  let message = "the 'body' is declared here"
  var noteID: MessageID { MessageID(text: message) }
}
