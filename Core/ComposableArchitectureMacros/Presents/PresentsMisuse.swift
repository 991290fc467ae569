import SwiftSyntax

/// A use of `@Presents` that cannot be expanded.
enum PresentsMisuse: Sendable {
  /// It does not stand at a stored property of a value.
  case notAProperty
  /// The property can not be changed.
  case constant
  /// The property's type is not written.
  case noType(name: String)
  /// The property's type is not optional.
  case notOptional(type: String)
}

/// A misuse and the piece of source that is wrong.
struct MisplacedPresents: Error {
  let misuse: PresentsMisuse
  let node: Syntax

  init(_ misuse: PresentsMisuse, at node: Syntax) {
    self.misuse = misuse
    self.node = node
  }

  func corrections(removing attribute: AttributeSyntax) -> [Correction] {
    switch misuse {
    case .notAProperty: [.remove(attribute)]
    case .constant: node.as(TokenSyntax.self).map { [.makeVariable(keyword: $0)] } ?? []
    case .noType: []
    case .notOptional: node.as(TypeSyntax.self).map { [.makeOptional($0)] } ?? []
    }
  }
}
