import SwiftDiagnostics
package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// Implements a property of `DependencyValues` by a subscript, and writes the key of its value.
package enum DependencyEntryMacro {}

extension DependencyEntryMacro: AccessorMacro {
  package static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    // Errors are reported once, by the other role.
    guard case .success(let property) = EntryProperty.read(declaration, in: context) else {
      return []
    }
    let value = "self[\(property.key).self]"
    return [
      "get { \(raw: value) }",
      "set { \(raw: value) = newValue }",
      "_modify { yield &\(raw: value) }",
    ]
  }
}

extension DependencyEntryMacro: PeerMacro {
  package static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    switch EntryProperty.read(declaration, in: context) {
    case .success(let property):
      return property.keyDeclaration.map { [$0] } ?? []
    case .failure(let misplaced):
      context.diagnose(
        misplaced.diagnostic, at: misplaced.node, fixIts: misplaced.fixIts(removing: node))
      return []
    }
  }
}

/// An error about a use of `@DependencyEntry` that cannot be expanded.
enum DependencyEntryDiagnostic: Sendable {
  /// The attribute is not on a stored property.
  case notAProperty
  /// The property is not declared in an extension of `DependencyValues`.
  case notADependency
  /// The property cannot be assigned to.
  case constant
  /// The property has no value, and its type cannot be a key.
  case noValue(name: String)
}

/// A property that cannot be an entry, with the piece of source at fault.
struct MisplacedEntry: Error {
  let diagnostic: DependencyEntryDiagnostic
  let node: Syntax

  init(_ diagnostic: DependencyEntryDiagnostic, at node: some SyntaxProtocol) {
    self.diagnostic = diagnostic
    self.node = Syntax(node)
  }

  func fixIts(removing attribute: AttributeSyntax) -> [MacroFixIt] {
    switch diagnostic {
    case .notAProperty, .notADependency: [.remove(attribute)]
    case .constant: node.as(TokenSyntax.self).map { [.makeVariable(keyword: $0)] } ?? []
    case .noValue:
      node.as(PatternBindingSyntax.self).map { [.insertDefault($0, value: "<#value#>")] } ?? []
    }
  }
}

extension DependencyEntryDiagnostic: MacroDiagnostic {
  var identifier: String {
    switch self {
    case .notAProperty: "dependencyEntry.notAProperty"
    case .notADependency: "dependencyEntry.notADependency"
    case .constant: "dependencyEntry.constant"
    case .noValue: "dependencyEntry.noValue"
    }
  }

  var message: String {
    switch self {
    case .notAProperty:
      "'@DependencyEntry' can only be applied to a single stored property, such as 'var limit = 10'"
    case .notADependency:
      "'@DependencyEntry' can only be applied to a property in an extension of 'DependencyValues'"
    case .constant:
      "'@DependencyEntry' requires a 'var': tests assign to it"
    case .noValue(let name):
      """
      '@DependencyEntry' requires a value of '\(name)', or a type that conforms to \
      'TestDependencyKey'
      """
    }
  }
}
