import SwiftSyntax

/// A case of an enumeration of reducers.
struct ReducerCase {
  enum Content {
    /// A feature: the type of its reducer, and an expression that makes it.
    case feature(type: String, value: String)
    /// State that goes away with its first action.
    case ephemeral(type: String)
    /// Plain values, or none, as they stand in the source.
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

  /// The reducer of the case, if it has one.
  var reducer: [String]? {
    guard case .feature(_, let value) = content else { return nil }
    let paths = "state: \\Self.State.Cases.\(name), action: \\Self.Action.Cases.\(name)"
    return ["ComposableArchitecture.Scope(\(paths)) {", value, "}"]
  }
}
