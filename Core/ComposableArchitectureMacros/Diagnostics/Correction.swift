import SwiftDiagnostics
import SwiftSyntax

/// A change of the source that a diagnostic offers.
enum Correction: Sendable {
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
      let attribute = AttributeListSyntax.Element(
        AttributeSyntax(
          attributeName: IdentifierTypeSyntax(name: .identifier("ReducerCaseIgnored")),
          trailingTrivia: .space))
      return replacement(
        of: declaration,
        by: declaration.trimmed.with(\.attributes, [attribute] + declaration.trimmed.attributes))
    case .makeFileprivate(let modifier):
      return replacement(of: modifier, by: .fileprivate)
    }
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
