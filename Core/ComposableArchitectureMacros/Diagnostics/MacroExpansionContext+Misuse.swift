import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

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
