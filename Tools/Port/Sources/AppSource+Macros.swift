import SwiftSyntax

extension AppSource {
  /// Returns the file with the bundle of its module in the place of Foundation's macro `#bundle`,
  /// which Linux lacks. An argument has the same columns.
  package func replacingBundles() -> AppSource {
    guard text.contains("#bundle") else { return self }
    let finder = BundleFinder(viewMode: .sourceAccurate)
    finder.walk(tree)
    return blanked(by: finder.cuts)
  }
}

/// Finds the uses of the macro `#bundle`.
private final class BundleFinder: SyntaxVisitor {
  private(set) var cuts = Cuts()

  override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
    guard node.macroName.text == "bundle" else { return .visitChildren }
    let isArgument = node.parent?.is(LabeledExprSyntax.self) == true
    cuts.add(
      Cut(
        range: node.span, kind: .framework, name: "#bundle", reason: "", line: 0,
        replacement: isArgument ? ".module" : "Bundle.module"))
    return .skipChildren
  }
}
