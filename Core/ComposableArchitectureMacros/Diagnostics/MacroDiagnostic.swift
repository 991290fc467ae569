import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// An error about a use of a macro that it cannot expand.
protocol MacroDiagnostic: DiagnosticMessage {
  /// The identifier of the kind of diagnostic, stable across versions.
  var identifier: String { get }
}

extension MacroDiagnostic {
  var diagnosticID: MessageID { MessageID(domain: "ComposableArchitectureMacros", id: identifier) }
  var severity: DiagnosticSeverity { .error }
}

extension MacroExpansionContext {
  /// Reports a diagnostic at the piece of source at fault, with its fix-its.
  func diagnose(
    _ diagnostic: some MacroDiagnostic, at node: some SyntaxProtocol, notes: [Note] = [],
    fixIts: [MacroFixIt] = []
  ) {
    diagnose(
      Diagnostic(node: node, message: diagnostic, notes: notes, fixIts: fixIts.map(\.fixIt)))
  }
}

/// An error about a macro that writes an extension of a nested type that extensions cannot see.
struct HiddenType: MacroDiagnostic {
  let macro: String

  var identifier: String { "hiddenType" }

  var message: String {
    """
    '@\(macro)' cannot extend a type that is nested and 'private', or nested in one that is: \
    make it 'fileprivate'
    """
  }

  /// Reports the diagnostic if the type is hidden, and returns whether it is.
  static func isReported(
    for declaration: some DeclGroupSyntax, macro: AttributeSyntax,
    in context: some MacroExpansionContext
  ) -> Bool {
    guard let token = declaration.hidingToken(in: context) else { return false }
    let isModifier = token.tokenKind == .keyword(.private)
    context.diagnose(
      HiddenType(macro: macro.baseName), at: token,
      fixIts: isModifier ? [.makeFileprivate(modifier: token)] : [])
    return true
  }
}
