import SwiftSyntax

/// The state and the actions that the type of a `body` names, of another reducer or of none.
struct ReducerDomain {
  let state: String
  let action: String

  /// Reads `some Reducer<Int, Bool>` or `some ReducerOf<Base>`.
  ///
  /// Nil where the type says nothing, or names the reducer's own state and actions.
  init?(_ type: TypeSyntax, in reducer: String) {
    let constraint = type.as(SomeOrAnyTypeSyntax.self)?.constraint ?? type
    guard let (name, arguments) = constraint.generic else { return nil }
    switch (name, arguments.count) {
    case ("ReducerOf", 1):
      if ["Self", reducer].contains(arguments[0]) { return nil }
      self.init(state: "\(arguments[0]).State", action: "\(arguments[0]).Action")
    case ("Reducer", 2), ("Reduce", 2), ("EmptyReducer", 2):
      let (state, action) = (arguments[0], arguments[1])
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
  /// The state and the actions of the `body`, if its type names others than the reducer's own.
  var bodyDomain: ReducerDomain? {
    let bodies = memberBlock.members.compactMap { member -> TypeSyntax? in
      guard DeclSyntax(member.decl).isReducerBody else { return nil }
      return member.decl.as(VariableDeclSyntax.self)?.bindings.first?.typeAnnotation?.type
    }
    return bodies.first.flatMap { ReducerDomain($0, in: name.text) }
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
  /// The name of a generic type without its module, and its arguments.
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
