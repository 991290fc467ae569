import SwiftSyntax

/// A misuse of `@DependencyEndpoint`, the piece of source that is wrong, and what puts it right.
struct MisusedEndpoint: Error {
  let misuse: DependencyClientMisuse
  let node: Syntax
  let corrections: [Correction]

  init(_ misuse: DependencyClientMisuse, at node: Syntax, _ corrections: [Correction]) {
    self.misuse = misuse
    self.node = node
    self.corrections = corrections
  }
}
