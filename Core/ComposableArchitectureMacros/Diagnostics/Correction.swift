import SwiftDiagnostics
import SwiftSyntax

/// A change of the source that a diagnostic offers.
enum Correction: Sendable {
  /// Takes the attribute away.
  case remove(AttributeSyntax)
  /// Makes the type a structure.
  case makeStruct(keyword: TokenSyntax)
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
    case .makeFileprivate(let modifier):
      return replacement(of: modifier, by: .fileprivate)
    }
  }

  private func replacement(of token: TokenSyntax, by keyword: Keyword) -> FixIt {
    let new = token.with(\.tokenKind, .keyword(keyword))
    return FixIt(message: self, changes: [.replace(oldNode: Syntax(token), newNode: Syntax(new))])
  }
}
