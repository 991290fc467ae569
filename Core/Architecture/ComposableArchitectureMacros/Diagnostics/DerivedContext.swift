import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// A macro expansion context for source other than the annotated declaration.
final class DerivedContext<Context: MacroExpansionContext>: MacroExpansionContext {
  private let context: Context
  private let isSilent: Bool
  private let cases: [String: EnumCase]

  /// Creates a context that reports nothing. A different role of the macro reports the errors.
  init(silencing context: Context) {
    self.context = context
    isSilent = true
    cases = [:]
  }

  /// Creates a context that locates the cases of a generated enumeration at the original cases.
  init(_ context: Context, generatedFrom cases: EnumCases) {
    self.context = context
    isSilent = false
    self.cases = Dictionary(cases.all.map { ($0.name.text, $0) }, uniquingKeysWith: { $1 })
  }

  var lexicalContext: [Syntax] { context.lexicalContext }

  func makeUniqueName(_ name: String) -> TokenSyntax { context.makeUniqueName(name) }

  func diagnose(_ diagnostic: Diagnostic) {
    if !isSilent { context.diagnose(diagnostic) }
  }

  func location(
    of node: some SyntaxProtocol, at position: PositionInSyntaxNode,
    filePathMode: SourceLocationFilePathMode
  ) -> AbstractSourceLocation? {
    guard !cases.isEmpty else {
      return context.location(of: node, at: position, filePathMode: filePathMode)
    }
    let generated = sequence(first: Syntax(node), next: \.parent).lazy
      .compactMap { $0.as(EnumCaseElementSyntax.self) }.first
    return generated.flatMap { cases[$0.name.text] }.flatMap {
      context.location(of: $0.syntax, at: position, filePathMode: filePathMode)
    }
  }
}
