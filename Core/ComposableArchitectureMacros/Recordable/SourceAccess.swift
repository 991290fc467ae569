import SwiftSyntax

/// What other files of the package can do with a structure: which properties they can set, and by which
/// initializer they can make one of all its recorded properties.
///
/// Only the source tells it. A test that is generated from a log is written by it, so whatever is not
/// certain is left out.
struct SourceAccess {
  /// The recorded properties that can be set, without backticks.
  let settable: [String]
  /// The labels of an initializer that takes each recorded property and does nothing but keep it.
  let initializer: [String]?

  init(of declaration: some DeclGroupSyntax, storing properties: [StoredProperty]) {
    let members = declaration.memberBlock.members
    let variables = members.compactMap { $0.decl.as(VariableDeclSyntax.self) }
    let hidden = Set(variables.filter { !$0.canBeSet }.flatMap(\.storedNames))
    settable =
      properties
      .filter { !$0.isRedacted && !$0.isShared && !hidden.contains($0.bareName) }
      .map(\.bareName)
    let initializers = members.compactMap { $0.decl.as(InitializerDeclSyntax.self) }
    let hasConditions = members.contains { $0.decl.is(IfConfigDeclSyntax.self) }
    let isPlain = variables.allSatisfy { $0.storedBindings.isEmpty || $0.isPlain }
    if hasConditions || !isPlain || properties.isEmpty {
      initializer = nil
    } else if initializers.isEmpty {
      initializer = properties.map(\.bareName)
    } else {
      let types = Self.types(of: variables)
      initializer = initializers.lazy.compactMap { $0.labelsOfPlainCopy(of: types) }.first
    }
  }

  /// The line in the description of the structure.
  var call: String {
    let initializer = initializer.map { ", initializer: \(Self.literal($0))" } ?? ""
    return "type.source(settable: \(Self.literal(settable))\(initializer))"
  }

  private static func literal(_ names: [String]) -> String {
    "[\(names.map(\.recordedName).joined(separator: ", "))]"
  }

  /// The types that stored properties are declared with, by their names; nothing if it is inferred.
  private static func types(of variables: [VariableDeclSyntax]) -> [String: String?] {
    var types: [String: String?] = [:]
    for variable in variables {
      for binding in variable.storedBindings {
        guard let name = binding.pattern.as(IdentifierPatternSyntax.self) else { continue }
        let type = binding.typeAnnotation?.type.trimmedDescription
        types[name.identifier.text.filter { $0 != "`" }] = .some(type)
      }
    }
    return types
  }
}

extension VariableDeclSyntax {
  /// The names of the stored properties, without backticks.
  fileprivate var storedNames: [String] {
    storedBindings.compactMap {
      $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.text.filter { $0 != "`" }
    }
  }

  /// Whether other files can set it: a variable that neither hides itself nor its setter.
  fileprivate var canBeSet: Bool {
    bindingSpecifier.tokenKind == .keyword(.var) && !modifiers.contains(where: \.hides)
  }

  /// Whether an initializer that the compiler writes takes it by its own type, from other files too.
  fileprivate var isPlain: Bool {
    let isHidden = modifiers.contains { $0.hides && $0.detail == nil }
    let isWrapped = attributes.unconditional.contains { attribute in
      attribute.baseName.first?.isUppercase == true && attribute.baseName != "RecordedAs"
    }
    return !isHidden && !isWrapped
      && storedBindings.allSatisfy {
        $0.pattern.is(IdentifierPatternSyntax.self)
      }
  }
}

extension DeclModifierSyntax {
  fileprivate var hides: Bool {
    [.keyword(.private), .keyword(.fileprivate)].contains(name.tokenKind)
  }
}

extension InitializerDeclSyntax {
  /// The labels, if all that the initializer does is to keep a value for each of these properties.
  fileprivate func labelsOfPlainCopy(of types: [String: String?]) -> [String]? {
    let parameters = signature.parameterClause.parameters
    guard optionalMark == nil, genericParameterClause == nil, genericWhereClause == nil,
      signature.effectSpecifiers == nil, !modifiers.contains(where: \.hides),
      attributes.unconditional.isEmpty, parameters.count == types.count, let body
    else { return nil }
    var labels: [String] = []
    for parameter in parameters {
      let label = parameter.firstName.text.filter { $0 != "`" }
      guard parameter.secondName == nil, parameter.ellipsis == nil, !labels.contains(label),
        let type = types[label], type == nil || type == parameter.type.trimmedDescription
      else { return nil }
      labels.append(label)
    }
    let statements = body.statements.map(\.item.trimmedDescription)
    let copies = parameters.map { "self.\($0.firstName.text) = \($0.firstName.text)" }
    return statements.sorted() == copies.sorted() ? labels : nil
  }
}
