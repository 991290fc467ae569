/// A small change of a feature's source.
package struct Mutant: Equatable, Sendable {
  /// The path of the source, from the folder of the features.
  package let file: String
  /// The line at which the change begins, from 1.
  package let line: Int
  /// The declaration in which it stands, as `CounterFeature.showAnswer(_:in:)`.
  package let declaration: String
  /// What is changed, as `'a < b' → 'a <= b'`.
  package let change: String
  /// The kind of mistake that it stands for.
  package let kind: Kind
  /// Whether it stands in the closure of an effect's `run`, which replays do not run.
  package let isInRun: Bool
  /// The bytes of the source that are replaced.
  let range: Range<Int>
  /// What replaces them.
  let replacement: String
  /// The index of the place whose code is chosen at run time.
  let place: Int

  /// Whatever tells the mutant from all others, wherever in its declaration it moves.
  package var key: String { "\(file) \(declaration): \(change)" }

  /// The feature's folder.
  package var feature: String { String(file.prefix { $0 != "/" }) }

  /// The mutant as the one of several that look alike.
  func numbered(_ number: Int) -> Mutant {
    Mutant(
      file: file, line: line, declaration: declaration, change: "\(change) (\(number))",
      kind: kind, isInRun: isInRun, range: range, replacement: replacement, place: place)
  }
}

/// A stretch of code that stands in the copy once for each of its mutants.
struct Place: Equatable {
  /// What the code is, and how one of several is chosen.
  enum Form {
    /// Statements, or one expression that is returned; chosen by a `switch`.
    case statements
    /// The initial value of a constant; chosen by a conditional operator.
    case value
  }

  let range: Range<Int>
  let form: Form
}

/// A source with its mutants, all of which its copy holds.
package struct MutatedSource {
  /// The path of the source, from the folder of the features.
  package let file: String
  let text: [UInt8]
  let places: [Place]
  /// The mutants, in the order of the source.
  package let mutants: [Mutant]
}
