import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// The use of a macro that writes an extension on a nested type that extensions cannot see.
struct HiddenType: Misuse {
  let macro: String

  var identifier: String { "hiddenType" }

  var message: String {
    """
    '@\(macro)' cannot extend a type that is nested and 'private', or nested in one that is: \
    make it 'fileprivate'
    """
  }

  /// Reports the misuse if the type is hidden, and returns whether it is.
  static func isReported(
    for declaration: some DeclGroupSyntax, macro: AttributeSyntax,
    in context: some MacroExpansionContext
  ) -> Bool {
    guard let token = declaration.hidingToken(in: context) else { return false }
    let isModifier = token.tokenKind == .keyword(.private)
    context.diagnose(
      HiddenType(macro: macro.baseName), at: token,
      corrections: isModifier ? [.makeFileprivate(modifier: token)] : [])
    return true
  }
}
