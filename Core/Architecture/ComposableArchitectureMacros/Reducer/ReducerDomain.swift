import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The state and action types that a `body` names and its reducer does not declare.
struct ReducerDomain {
  let state: String
  let action: String

  /// Creates a domain from a type such as `some Reducer<Int, Bool>` or `some ReducerOf<Base>`.
  ///
  /// Unqualified `State` and `Action` belong to the enclosing reducer, if there is one. Returns
  /// `nil` if the type names no domain, or the reducer's own domain.
  init?(_ type: TypeSyntax, in reducer: String, within outer: String?) {
    let constraint = type.as(SomeOrAnyTypeSyntax.self)?.constraint ?? type
    guard let (name, arguments) = constraint.generic else { return nil }
    switch (name, arguments.count) {
    case ("ReducerOf", 1):
      if ["Self", reducer].contains(arguments[0]) { return nil }
      self.init(state: "\(arguments[0]).State", action: "\(arguments[0]).Action")
    case ("Reducer", 2), ("Reduce", 2), ("EmptyReducer", 2):
      let (state, action) = (arguments[0], arguments[1])
      if let outer, (state, action) == ("State", "Action") {
        self.init(state: "\(outer).State", action: "\(outer).Action")
        return
      }
      if ["State", "Self.State", "\(reducer).State"].contains(state) { return nil }
      self.init(state: state, action: action)
    default:
      return nil
    }
  }

  private init(state: String, action: String) {
    self.state = state
    self.action = action
  }
}

extension StructDeclSyntax {
  /// Returns the domain that the type of the `body` names, unless it is the reducer's own.
  func bodyDomain(in context: some MacroExpansionContext) -> ReducerDomain? {
    let bodies = memberBlock.members.compactMap { member -> TypeSyntax? in
      guard DeclSyntax(member.decl).isReducerBody else { return nil }
      let binding = member.decl.as(VariableDeclSyntax.self)?.bindings.first
      return binding?.typeAnnotation?.type ?? binding?.initializer?.value.constructedType
    }
    return bodies.first.flatMap {
      ReducerDomain($0, in: name.text, within: context.nameOfOuterReducer)
    }
  }
}

extension MacroExpansionContext {
  /// The name of the enclosing type, if it is a reducer or if the declaration is in an extension.
  fileprivate var nameOfOuterReducer: String? {
    guard let outer = lexicalContext.first else { return nil }
    if let outer = outer.as(ExtensionDeclSyntax.self) {
      return outer.extendedType.trimmedDescription
    }
    guard let type = outer.asProtocol((any DeclGroupSyntax).self),
      type.attributes.contains(named: "Reducer") || type.states(conformanceTo: "Reducer")
    else { return nil }
    return outer.asProtocol((any NamedDeclSyntax).self)?.name.text
  }
}

extension ExprSyntax {
  /// The type whose initializer is called, as in `EmptyReducer<Int, Bool>()`.
  fileprivate var constructedType: TypeSyntax? {
    self.as(FunctionCallExprSyntax.self).map { "\($0.calledExpression.trimmed)" }
  }
}

extension DeclSyntax {
  fileprivate var isReducerBody: Bool {
    guard let variable = self.as(VariableDeclSyntax.self), !variable.modifiers.areOfType else {
      return false
    }
    return variable.bindings.first?.pattern.trimmedDescription == "body"
  }
}

extension TypeSyntax {
  /// The name of a generic type without its module, with its arguments.
  fileprivate var generic: (name: String, arguments: [String])? {
    let (name, clause): (TokenSyntax, GenericArgumentClauseSyntax?)
    if let type = self.as(IdentifierTypeSyntax.self) {
      (name, clause) = (type.name, type.genericArgumentClause)
    } else if let type = self.as(MemberTypeSyntax.self) {
      (name, clause) = (type.name, type.genericArgumentClause)
    } else {
      return nil
    }
    return clause.map { (name.text, $0.arguments.map(\.argument.trimmedDescription)) }
  }
}
