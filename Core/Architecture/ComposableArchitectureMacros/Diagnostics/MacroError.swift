import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// An error in the use of a macro, which prevents its expansion.
struct MacroError: Error, DiagnosticMessage {
  let message: String
  fileprivate let node: Syntax
  fileprivate let notes: [Note]
  fileprivate let fixIts: [FixIt]

  init(
    _ message: String, at node: some SyntaxProtocol, notes: [Note] = [], fixIts: [FixIt] = []
  ) {
    self.message = message
    self.node = Syntax(node)
    self.notes = notes
    self.fixIts = fixIts
  }

  var diagnosticID: MessageID { MessageID(text: message) }
  var severity: DiagnosticSeverity { .error }
}

extension MessageID {
  /// Creates an identifier from the message. Identifiers are never shown.
  init(text: String) { self.init(domain: "ComposableArchitectureMacros", id: text) }
}

extension MacroExpansionContext {
  func report(_ error: MacroError) {
    diagnose(
      Diagnostic(node: error.node, message: error, notes: error.notes, fixIts: error.fixIts))
  }

  /// Returns the result of a closure, or `nil` after reporting its error.
  func reporting<Value>(_ body: () throws(MacroError) -> Value) -> Value? {
    do throws(MacroError) {
      return try body()
    } catch {
      report(error)
      return nil
    }
  }

  /// Reports a nested type that is hidden from extensions. Returns whether the type is hidden.
  func reportsHidden(
    _ declaration: some DeclGroupSyntax, from attribute: AttributeSyntax
  ) -> Bool {
    guard let token = declaration.hidingToken(in: self) else { return false }
    let isModifier = token.tokenKind == .keyword(.private)
    report(
      MacroError(
        """
        '@\(attribute.baseName)' cannot extend a type that is nested and 'private', or nested in \
        one that is: make it 'fileprivate'
        """, at: token, fixIts: isModifier ? [.makeFileprivate(modifier: token)] : []))
    return true
  }
}

extension MacroError {
  /// Returns the error for a type of the wrong kind. A fix-it may make the type a structure.
  static func kind(
    of declaration: some DeclGroupSyntax, attribute: AttributeSyntax, allowed: String,
    reason: String = ""
  ) -> Self {
    let keyword = declaration.introducer
    let canBeStruct = [.keyword(.class), .keyword(.actor)].contains(keyword.tokenKind)
    return Self(
      """
      '@\(attribute.baseName)' can only be applied to \(allowed), not to \
      \(keyword.withArticle)\(reason)
      """, at: keyword,
      fixIts: (canBeStruct ? [.makeStruct(keyword: keyword)] : []) + [.remove(attribute)])
  }
}

extension TokenSyntax {
  /// The text in quotes, with its article.
  var withArticle: String { ("aeiou".contains(text.first ?? " ") ? "an '" : "a '") + text + "'" }
}
