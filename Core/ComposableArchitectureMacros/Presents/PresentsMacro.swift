import SwiftDiagnostics
package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// Puts a property's value into a `PresentationState` beside it.
package enum PresentsMacro {}

extension PresentsMacro: AccessorMacro {
  package static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    // What is wrong is said once, by the other role.
    guard case .success(let property) = PresentedProperty.read(declaration) else { return [] }
    let storage = property.storage
    let creation: AccessorDeclSyntax = """
      @storageRestrictions(initializes: \(raw: storage))
      init(initialValue) {
        \(raw: storage) = ComposableArchitecture.PresentationState(wrappedValue: initialValue)
      }
      """
    return [creation] + property.accessors(of: "wrappedValue")
  }
}

extension PresentsMacro: PeerMacro {
  package static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    switch PresentedProperty.read(declaration) {
    case .failure(let misplaced):
      context.diagnose(
        misplaced.diagnostic, at: misplaced.node, fixIts: misplaced.fixIts(removing: node))
      return []
    case .success(let property):
      let type = "ComposableArchitecture.PresentationState<\(property.wrappedType)>"
      let accessors = property.accessors(of: "projectedValue")
        .map { "\($0)" }.joined(separator: "\n")
      return [
        """
        \(raw: property.modifiers)var $\(raw: property.name): \(raw: type) {
          \(raw: accessors)
        }
        """,
        "private var \(raw: property.storage) = \(raw: type)(wrappedValue: nil)",
      ]
    }
  }
}

/// An error about a use of `@Presents` that cannot be expanded.
enum PresentsDiagnostic: Sendable {
  /// It does not stand at a stored property of a value.
  case notAProperty
  /// The property can not be changed.
  case constant
  /// The property's type is not written.
  case noType(name: String)
  /// The property's type is not optional.
  case notOptional(type: String)
}

/// Why a property cannot be presented, with the piece of source at fault.
struct MisplacedPresents: Error {
  let diagnostic: PresentsDiagnostic
  let node: Syntax

  init(_ diagnostic: PresentsDiagnostic, at node: Syntax) {
    self.diagnostic = diagnostic
    self.node = node
  }

  func fixIts(removing attribute: AttributeSyntax) -> [MacroFixIt] {
    switch diagnostic {
    case .notAProperty: [.remove(attribute)]
    case .constant: node.as(TokenSyntax.self).map { [.makeVariable(keyword: $0)] } ?? []
    case .noType: []
    case .notOptional: node.as(TypeSyntax.self).map { [.makeOptional($0)] } ?? []
    }
  }
}

extension PresentsDiagnostic: MacroDiagnostic {
  var identifier: String {
    switch self {
    case .notAProperty: "presents.notAProperty"
    case .constant: "presents.constant"
    case .noType: "presents.noType"
    case .notOptional: "presents.notOptional"
    }
  }

  var message: String {
    switch self {
    case .notAProperty:
      "'@Presents' can only be applied to a single stored property, such as 'var child: State?'"
    case .constant:
      "'@Presents' requires a 'var': what is presented comes and goes"
    case .noType(let name):
      "'@Presents' requires the type of '\(name)' to be written, such as '\(name): Child.State?'"
    case .notOptional(let type):
      "'@Presents' requires an optional type, since nothing may be presented: write '\(type)?'"
    }
  }
}
