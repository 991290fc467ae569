import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// A fix-it that a diagnostic offers.
enum MacroFixIt: Sendable {
  /// Takes the attribute away.
  case remove(AttributeSyntax)
  /// Makes the type a structure.
  case makeStruct(keyword: TokenSyntax)
  /// Lets a property be changed.
  case makeVariable(keyword: TokenSyntax)
  /// Makes a type optional.
  case makeOptional(TypeSyntax)
  /// Marks a case of an enumeration of reducers as one that holds a plain value.
  case ignoreCase(EnumCaseDeclSyntax)
  /// Lets extensions in the same file see the type.
  case makeFileprivate(modifier: TokenSyntax)
  /// Gives a property a value.
  case insertDefault(PatternBindingSyntax, value: String)
  /// Marks a closure of a client as a plain property.
  case ignoreEndpoint(VariableDeclSyntax)
  /// Takes the values of a parameter as an array.
  case makeArray(TupleTypeElementSyntax)
  /// Leaves an attribute without its arguments.
  case removeArguments(of: AttributeSyntax)

  var fixIt: FixIt {
    switch self {
    case .remove(let attribute):
      // A token without text keeps the comments that stand before the attribute.
      let nothing = TokenSyntax(
        .unknown(""), leadingTrivia: attribute.leadingTrivia, presence: .present)
      return FixIt(
        message: self, changes: [.replace(oldNode: Syntax(attribute), newNode: Syntax(nothing))])
    case .makeStruct(let keyword):
      return replacement(of: keyword, by: .struct)
    case .makeVariable(let keyword):
      return replacement(of: keyword, by: .var)
    case .makeOptional(let type):
      return replacement(of: type, by: TypeSyntax(OptionalTypeSyntax(wrappedType: type.trimmed)))
    case .ignoreCase(let declaration):
      return marking(declaration, with: declaration.attributes, as: "ReducerCaseIgnored")
    case .makeFileprivate(let modifier):
      return replacement(of: modifier, by: .fileprivate)
    case .insertDefault(let binding, let value):
      return replacement(
        of: binding,
        by: binding.trimmed.with(
          \.initializer,
          InitializerClauseSyntax(
            leadingTrivia: .space, equal: .equalToken(trailingTrivia: .space),
            value: "\(raw: value)" as ExprSyntax)))
    case .ignoreEndpoint(let declaration):
      let unmarked = declaration.attributes.filter {
        $0.as(AttributeSyntax.self)?.baseName != "DependencyEndpoint"
      }
      return marking(
        declaration, with: unmarked, as: "DependencyEndpointIgnored")
    case .makeArray(let element):
      let array = ArrayTypeSyntax(element: element.type.trimmed)
      return replacement(
        of: element, by: element.trimmed.with(\.type, TypeSyntax(array)).with(\.ellipsis, nil))
    case .removeArguments(let attribute):
      return replacement(
        of: attribute,
        by: attribute.trimmed.with(\.leftParen, nil).with(\.arguments, nil)
          .with(\.rightParen, nil))
    }
  }

  private func marking<Declaration: DeclSyntaxProtocol & WithAttributesSyntax>(
    _ declaration: Declaration, with attributes: AttributeListSyntax, as name: String
  ) -> FixIt {
    let attribute = AttributeListSyntax.Element(
      AttributeSyntax(
        attributeName: IdentifierTypeSyntax(name: .identifier(name)), trailingTrivia: .space))
    // The first attribute bears the space before the declaration, which stays where it is.
    let bare = declaration.with(\.attributes, attributes).trimmed
    return replacement(
      of: declaration, by: bare.with(\.attributes, [attribute] + bare.attributes))
  }

  private func replacement(of token: TokenSyntax, by keyword: Keyword) -> FixIt {
    replacement(of: token, by: token.with(\.tokenKind, .keyword(keyword)))
  }

  /// What stands around the old node, comments and space, stays.
  private func replacement<Node: SyntaxProtocol>(of old: Node, by new: Node) -> FixIt {
    let new = new.with(\.leadingTrivia, old.leadingTrivia)
      .with(\.trailingTrivia, old.trailingTrivia)
    return FixIt(message: self, changes: [.replace(oldNode: Syntax(old), newNode: Syntax(new))])
  }
}

extension MacroFixIt: FixItMessage {
  var message: String {
    switch self {
    case .remove(let attribute): "remove '\(attribute.trimmedDescription)'"
    case .makeStruct(let keyword): "change '\(keyword.text)' to 'struct'"
    case .makeVariable: "change 'let' to 'var'"
    case .makeOptional(let type): "change the type to '\(type.trimmedDescription)?'"
    case .ignoreCase: "add '@ReducerCaseIgnored'"
    case .makeFileprivate: "change 'private' to 'fileprivate'"
    case .insertDefault(_, let value): "insert '= \(value)'"
    case .ignoreEndpoint: "add '@DependencyEndpointIgnored'"
    case .makeArray(let element): "change the type to '[\(element.type.trimmedDescription)]'"
    case .removeArguments: "remove the arguments"
    }
  }

  var fixItID: MessageID {
    let id =
      switch self {
      case .remove: "remove"
      case .makeStruct: "makeStruct"
      case .makeVariable: "makeVariable"
      case .makeOptional: "makeOptional"
      case .ignoreCase: "ignoreCase"
      case .makeFileprivate: "makeFileprivate"
      case .insertDefault: "insertDefault"
      case .ignoreEndpoint: "ignoreEndpoint"
      case .makeArray: "makeArray"
      case .removeArguments: "removeArguments"
      }
    return MessageID(domain: "ComposableArchitectureMacros", id: id)
  }
}
