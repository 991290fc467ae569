import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// A use of a macro that it cannot expand.
protocol Misuse: DiagnosticMessage {
  /// The name of the kind of misuse, the same in every version.
  var identifier: String { get }
}

extension Misuse {
  var diagnosticID: MessageID { MessageID(domain: "ComposableArchitectureMacros", id: identifier) }
  var severity: DiagnosticSeverity { .error }
}

extension MacroExpansionContext {
  /// Reports a misuse at the piece of source that is wrong, and what would put it right.
  func diagnose(
    _ misuse: some Misuse, at node: some SyntaxProtocol, notes: [Note] = [],
    corrections: [Correction] = []
  ) {
    diagnose(
      Diagnostic(node: node, message: misuse, notes: notes, fixIts: corrections.map(\.fixIt)))
  }
}

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
