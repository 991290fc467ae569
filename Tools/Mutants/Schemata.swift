/// A file that contains the original code and its mutants, selected by `activeMutant`.
package struct Schemata {
  package let text: String
  /// The number of the mutant on each line of the text, counting from 1, or `nil` for original
  /// code.
  package let mutantsByLine: [Int?]

  /// An environment variable with the number of the active mutant.
  static let variable = "MUTANT"

  /// The source of a file, added to each module, that reads the number of the active mutant.
  static let activeMutant = """
    import Foundation

    @usableFromInline
    let activeMutant = ProcessInfo.processInfo.environment["\(variable)"].flatMap { Int($0) } ?? 0

    """

  private static let mutantMark = "// mutant "
  private static let originalMark = "// original"

  /// Generates a file with its numbered mutants.
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

  /// Returns the code of a range, with a choice for each of its outermost sites.
  private static func code(
    of source: MutatedSource, in range: Range<Int>, inside outer: Range<Int>? = nil,
    numbers: [String: Int]
  ) -> String {
    func text(_ range: Range<Int>) -> String {
      String(decoding: source.text[range], as: UTF8.self)
    }
    let inner = source.sites.indices.filter { index in
      let site = source.sites[index].range
      return site != outer && range.contains(site)
        && !source.sites.contains {
          $0.range != outer && $0.range != site && range.contains($0.range)
            && $0.range.contains(site)
        }
    }
    .sorted { source.sites[$0].range.lowerBound < source.sites[$1].range.lowerBound }
    var code = ""
    var position = range.lowerBound
    for index in inner {
      let site = source.sites[index]
      code += text(position..<site.range.lowerBound)
      position = site.range.upperBound
      let original = self.code(of: source, in: site.range, inside: site.range, numbers: numbers)
      let variants = source.mutants.compactMap { mutant -> (number: Int, code: String)? in
        guard mutant.site == index, let number = numbers[mutant.key] else { return nil }
        let code =
          text(site.range.lowerBound..<mutant.range.lowerBound) + mutant.replacement
          + text(mutant.range.upperBound..<site.range.upperBound)
        return (number, code)
      }
      code += variants.isEmpty ? original : choice(site.form, variants, original: original)
    }
    return code + text(position..<range.upperBound)
  }

  private static func choice(
    _ form: Site.Form, _ variants: [(number: Int, code: String)], original: String
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
