/// The mutants that are known to survive, with their reasons, from a reviewed file.
package struct Survivors: Equatable {
  package private(set) var reasons: [String: String] = [:]

  /// Whether a mutant is listed as equivalent to the original. No session can kill such a mutant.
  func isEquivalent(_ mutant: Mutant) -> Bool {
    reasons[mutant.key]?.hasPrefix("Equivalent:") == true
  }

  /// Parses lines with mutants' keys, each group followed by a reason, indented by two spaces.
  /// Lines that begin with `#` are comments.
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
