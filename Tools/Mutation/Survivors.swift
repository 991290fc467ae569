/// The mutants that are known to survive, each with the reason, as they stand in a reviewed file.
package struct Survivors: Equatable {
  /// The reasons, by the keys of the mutants.
  package private(set) var reasons: [String: String] = [:]

  /// Returns whether a mutant is listed as equivalent to the original: no session can notice it.
  func isEquivalent(_ mutant: Mutant) -> Bool {
    reasons[mutant.key]?.hasPrefix("Equivalent:") == true
  }

  /// Reads the list: a mutant's key on a line, and under it the reason, indented by two spaces.
  ///
  /// Several mutants in a row have the same reason. Lines that begin with `#` are comments.
  package init(_ text: String) throws(MutantsError) {
    var keys: [String] = []
    var hasReason = true
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    where !line.isEmpty && !line.hasPrefix("#") {
      if line.hasPrefix("  ") {
        guard !keys.isEmpty else { throw .survivors(line: index + 1, text: String(line)) }
        for key in keys {
          let reason = line.dropFirst(2)
          reasons[key] = reasons[key].map { "\($0) \(reason)" } ?? String(reason)
        }
        hasReason = true
      } else {
        if hasReason { keys = [] }
        hasReason = false
        keys.append(String(line))
      }
    }
    guard hasReason else {
      throw .survivors(line: text.split(separator: "\n").count, text: keys.last ?? "")
    }
  }
}
