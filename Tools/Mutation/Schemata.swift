/// A source in which all of some mutants stand beside the original code, which `activeMutant` chooses.
package struct Schemata {
  /// The text of the source.
  package let text: String
  /// By the lines of the text, from 1: which mutant's code it is; nil for the original.
  package let mutantsByLine: [Int?]

  /// The name of the variable that says which mutant is active.
  static let variable = "MUTANT"

  /// A source for each module that reads which mutant is active.
  static let activeMutant = """
    import Foundation

    @usableFromInline
    let activeMutant = ProcessInfo.processInfo.environment["\(variable)"].flatMap { Int($0) } ?? 0

    """

  private static let mutantMark = "// mutant "
  private static let originalMark = "// original"

  /// Writes a source with those of its mutants that have a number.
  package init(_ source: MutatedSource, numbers: [String: Int]) {
    let text = Self.code(of: source, in: 0..<source.text.count, numbers: numbers)
    self.text = text
    var current: Int?
    mutantsByLine =
      [nil]
      + text.split(separator: "\n", omittingEmptySubsequences: false).map { line -> Int? in
        if line.hasSuffix(Self.originalMark) {
          current = nil
        } else if let mark = line.firstRange(of: Self.mutantMark) {
          current = Int(line[mark.upperBound...])
        }
        return current
      }
  }

  /// The code of a stretch, in which the outermost places are chosen from.
  private static func code(
    of source: MutatedSource, in range: Range<Int>, inside outer: Range<Int>? = nil,
    numbers: [String: Int]
  ) -> String {
    func text(_ range: Range<Int>) -> String {
      String(decoding: source.text[range], as: UTF8.self)
    }
    let inner = source.places.indices.filter { index in
      let place = source.places[index].range
      return place != outer && range.contains(place)
        && !source.places.contains {
          $0.range != outer && $0.range != place && range.contains($0.range)
            && $0.range.contains(place)
        }
    }
    .sorted { source.places[$0].range.lowerBound < source.places[$1].range.lowerBound }
    var code = ""
    var position = range.lowerBound
    for index in inner {
      let place = source.places[index]
      code += text(position..<place.range.lowerBound)
      position = place.range.upperBound
      let original = self.code(of: source, in: place.range, inside: place.range, numbers: numbers)
      let variants = source.mutants.compactMap { mutant -> (number: Int, code: String)? in
        guard mutant.place == index, let number = numbers[mutant.key] else { return nil }
        let code =
          text(place.range.lowerBound..<mutant.range.lowerBound) + mutant.replacement
          + text(mutant.range.upperBound..<place.range.upperBound)
        return (number, code)
      }
      code += variants.isEmpty ? original : choice(place.form, variants, original: original)
    }
    return code + text(position..<range.upperBound)
  }

  private static func choice(
    _ form: Place.Form, _ variants: [(number: Int, code: String)], original: String
  ) -> String {
    switch form {
    case .statements:
      variants.reduce("switch activeMutant {\n") {
        $0 + "case \($1.number): \(mutantMark)\($1.number)\n\($1.code)\n"
      } + "default: \(originalMark)\n\(original)\n}"
    case .value:
      variants.reduce("(") {
        $0 + "activeMutant == \($1.number) \(mutantMark)\($1.number)\n? (\($1.code))\n: "
      } + "\(originalMark)\n\(original))"
    }
  }
}
