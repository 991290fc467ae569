package struct Report {
  /// The minimum share that the sessions must kill of the mutants that reach a reducer's outcome.
  package static let minScore = 0.95

  /// Unlisted survivors, unneeded entries of the list, and a low score.
  private var faults: [String] = []
  private let all: [Mutant]
  private let results: [(mutant: Mutant, outcome: Outcome)]
  private let notCompiled: [Mutant]
  private let survivors: Survivors

  package init(
    all: [Mutant], results: [(Mutant, Outcome)], notCompiled: [Mutant], survivors: Survivors
  ) {
    self.all = all
    self.results = results
    self.notCompiled = notCompiled
    self.survivors = survivors
    for (mutant, outcome) in results {
      let isListed = survivors.reasons[mutant.key] != nil
      if outcome == .survived, !isListed {
        faults.append("survives: \(Self.line(mutant))")
      } else if outcome != .survived, isListed {
        faults.append("is listed as a survivor, and is killed: \(mutant.key)")
      }
    }
    let known = Set(all.map(\.key)).subtracting(notCompiled.map(\.key))
    for key in survivors.reasons.keys.sorted() where !known.contains(key) {
      faults.append("is listed as a survivor, and does not exist: \(key)")
    }
    if score.share < Self.minScore { faults.append("the score is too low") }
  }

  /// Whether all mutants are killed or listed as survivors.
  package var isClean: Bool { faults.isEmpty }

  var details: String {
    let tried = results.map { mutant, outcome in
      switch outcome {
      case .killed(let session, let verdict):
        "killed by \(session), \(verdict): \(Self.line(mutant))"
      case .survived: "survives, \(reason(mutant) ?? "and is not listed"): \(Self.line(mutant))"
      }
    }
    return (tried + notCompiled.map { "does not compile: \(Self.line($0))" })
      .joined(separator: "\n") + "\n"
  }

  package func text(details: String) -> String {
    let features = Dictionary(grouping: results, by: \.mutant.feature).sorted { $0.key < $1.key }
      .map { ($0.key, $0.value) }
    let kinds = Mutant.Kind.allCases.map { kind in
      (kind.rawValue, results.filter { $0.mutant.kind == kind })
    }
    var reasons: [String: Int] = [:]
    for mutant in survived { reasons[reason(mutant) ?? "not listed", default: 0] += 1 }
    let sections = [
      Self.table("feature", features + [("all", results)]),
      Self.table("kind", kinds.filter { !$1.isEmpty }),
      Self.columns(
        [["session", "kills first"]]
          + killers.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map {
            [$0.key, "\($0.value)"]
          }),
      reasons.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        .map { "\($0.value) survive: \($0.key)" },
      notCompiled.isEmpty ? [] : ["\(notCompiled.count) do not compile and are left out"],
      ["score: \(score)"],
      ["each mutant: \(details)"],
      faults,
    ]
    return sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
      .joined(separator: "\n\n")
  }

  private var score: Score { Score(results, survivors: survivors) }

  private static func table(
    _ title: String, _ groups: [(name: String, results: [(mutant: Mutant, outcome: Outcome)])]
  ) -> [String] {
    columns(
      [[title, "mutants", "killed", "survive"]]
        + groups.map { name, results in
          let survived = results.count { $0.outcome == .survived }
          return [name, "\(results.count)", "\(results.count - survived)", "\(survived)"]
        })
  }

  private var survived: [Mutant] {
    results.filter { $0.outcome == .survived }.map(\.mutant)
  }

  /// The number of mutants that each session is the first to kill.
  private var killers: [String: Int] {
    results.reduce(into: [:]) { counts, result in
      if case .killed(let session, _) = result.outcome { counts[session, default: 0] += 1 }
    }
  }

  private func reason(_ mutant: Mutant) -> String? {
    survivors.reasons[mutant.key]
  }

  static func line(_ mutant: Mutant) -> String {
    """
    (\(mutant.kind.rawValue)) Features/\(mutant.file):\(mutant.line) \(mutant.declaration): \
    \(mutant.change)
    """
  }

  static func columns(_ rows: [[String]]) -> [String] {
    let widths = (rows.first ?? []).indices.map { column in
      rows.map { $0[column].count }.max() ?? 0
    }
    return rows.map { row in
      let padded = zip(row, widths).dropLast().map { text, width in
        text + String(repeating: " ", count: width - text.count)
      }
      return (padded + row.suffix(1)).joined(separator: "  ")
    }
  }
}

/// The share of killed mutants among the mutants that aren't equivalent to the original.
///
/// Listed survivors that aren't equivalent count as not killed.
private struct Score: CustomStringConvertible {
  private let killed: Int
  private let reached: Int
  private let equivalent: Int

  init(_ results: [(mutant: Mutant, outcome: Outcome)], survivors: Survivors) {
    let reaching = results.filter { !survivors.isEquivalent($0.mutant) }
    killed = reaching.count { $0.outcome != .survived }
    reached = reaching.count
    equivalent = results.count - reaching.count
  }

  var share: Double { reached == 0 ? 1 : Double(killed) / Double(reached) }

  var description: String {
    let permille = reached == 0 ? 1_000 : killed * 1_000 / reached
    return """
      \(permille / 10).\(permille % 10) % (\(killed) of \(reached) mutants; equivalent and not counted: \(equivalent))
      """
  }
}
