/// Returns the lines in which two texts differ, with three lines about each, or nil if none does.
///
/// What is farther away is folded. A carriage return, which would not show, shows as `␍`.
package func diffLines(_ lhs: String, _ rhs: String, format: DiffFormat = .default) -> String? {
  guard lhs != rhs else { return nil }
  var differ = Differ()
  differ.diffLines(visibleLines(of: lhs), visibleLines(of: rhs), indent: 0)
  return differ.lines.map { $0.description(in: format) }.joined(separator: "\n")
}

/// Splits scalars, not characters: a carriage return and a newline are one character.
private func visibleLines(of text: String) -> [String] {
  text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    .map { String($0).replacing("\r", with: "␍") }
}
