/// A small change of a feature's source code.
package struct Mutant: Equatable, Sendable {
  /// The path of the file, relative to the folder of the features.
  package let file: String
  /// The line at which the change begins, counting from 1.
  package let line: Int
  /// The enclosing declaration, such as `CounterFeature.showAnswer(_:in:)`.
  package let declaration: String
  /// A description such as `'a < b' → 'a <= b'`.
  package let change: String
  package let kind: Kind
  /// The bytes of the source to replace.
  let range: Range<Int>
  let replacement: String
  /// The index of the site whose code is selected at run time.
  let site: Int

  /// The unique identifier of the mutant, which does not depend on its position in the declaration.
  package var key: String { "\(file) \(declaration): \(change)" }

  package var feature: String { String(file.prefix { $0 != "/" }) }

  /// Returns the mutant with a number that distinguishes it from identical ones.
  func numbered(_ number: Int) -> Mutant {
    Mutant(
      file: file, line: line, declaration: declaration, change: "\(change) (\(number))",
      kind: kind, range: range, replacement: replacement, site: site)
  }
}

/// A range of code that the copy contains once for each of its mutants.
struct Site: Equatable {
  /// The syntax of the code, which determines how a mutant is selected.
  enum Form {
    /// Statements, or a single returned expression, selected by a `switch`.
    case statements
    /// The initial value of a constant, selected by a conditional operator.
    case value
  }

  let range: Range<Int>
  let form: Form
}

/// A file with all of its mutants.
package struct MutatedSource {
  package let file: String
  let text: [UInt8]
  let sites: [Site]
  package let mutants: [Mutant]

  /// The folder of the file's module with a slash, or nothing if the module has no folder.
  var module: String { file.contains("/") ? "\(file.prefix { $0 != "/" })/" : "" }
}
