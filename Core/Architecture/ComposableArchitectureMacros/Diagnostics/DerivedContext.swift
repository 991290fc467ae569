import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// A context for what is written besides the declaration that a macro is attached to.
final class DerivedContext<Context: MacroExpansionContext>: MacroExpansionContext {
  private let context: Context
  private let isSilent: Bool
  private let cases: [String: EnumCase]

  /// A context that reports nothing, where another role of the macro reports the same.
  init(silencing context: Context) {
    self.context = context
    isSilent = true
    cases = [:]
  }

  /// A context for an enumeration that is written after the author's, whose cases have those names.
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
