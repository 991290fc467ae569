import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// A context that reports nothing, for a role of a macro of which another role reports the same.
final class SilentContext<Context: MacroExpansionContext>: MacroExpansionContext {
  private let context: Context

  init(_ context: Context) { self.context = context }

  var lexicalContext: [Syntax] { context.lexicalContext }

  func makeUniqueName(_ name: String) -> TokenSyntax { context.makeUniqueName(name) }

  func diagnose(_ diagnostic: Diagnostic) {}

  func location(
    of node: some SyntaxProtocol, at position: PositionInSyntaxNode,
    filePathMode: SourceLocationFilePathMode
  ) -> AbstractSourceLocation? {
    context.location(of: node, at: position, filePathMode: filePathMode)
  }
}
