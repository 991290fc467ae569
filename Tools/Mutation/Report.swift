/// What came of the mutants.
package struct Report {
  /// A mutant that survives and ought not to, or is listed and ought not to be.
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
      if outcome == .survived, !isListed, !mutant.isInRun {
        faults.append("survives: \(Self.line(mutant))")
      } else if outcome != .survived, isListed {
        faults.append("is listed as a survivor, and is killed: \(mutant.key)")
      }
    }
    let known = Set(all.map(\.key)).subtracting(notCompiled.map(\.key))
    for key in survivors.reasons.keys.sorted() where !known.contains(key) {
      faults.append("is listed as a survivor, and does not exist: \(key)")
    }
  }

  /// Whether all mutants are killed, but for those that are known to survive.
  package var isClean: Bool { faults.isEmpty }

  /// Every mutant with what came of it, a line each.
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

  /// The tables, and what is wrong.
  package func text(details: String) -> String {
    let rows = Dictionary(grouping: results, by: \.mutant.feature).sorted { $0.key < $1.key }
    let table =
      [["feature", "mutants", "killed", "survive"]]
      + rows.map { feature, results in
        let survived = results.count { $0.outcome == .survived }
        return [feature, "\(results.count)", "\(results.count - survived)", "\(survived)"]
      } + [["all", "\(results.count)", "\(killers.values.reduce(0, +))", "\(survived.count)"]]
    var reasons: [String: Int] = [:]
    for mutant in survived { reasons[reason(mutant) ?? "not listed", default: 0] += 1 }
    let sections = [
      Self.columns(table),
      Self.columns(
        [["session", "kills first"]]
          + killers.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map {
            [$0.key, "\($0.value)"]
          }),
      reasons.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        .map { "\($0.value) survive: \($0.key)" },
      notCompiled.isEmpty ? [] : ["\(notCompiled.count) do not compile and are left out"],
      ["each mutant: \(details)"],
      faults,
    ]
    return sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
      .joined(separator: "\n\n")
  }

  private var survived: [Mutant] {
    results.filter { $0.outcome == .survived }.map(\.mutant)
  }

  /// How many mutants each session is the first to kill.
  private var killers: [String: Int] {
    results.reduce(into: [:]) { counts, result in
      if case .killed(let session, _) = result.outcome { counts[session, default: 0] += 1 }
    }
  }

  private func reason(_ mutant: Mutant) -> String? {
    survivors.reasons[mutant.key] ?? (mutant.isInRun ? "inside an effect's 'run'" : nil)
  }

  private static func line(_ mutant: Mutant) -> String {
    "Features/\(mutant.file):\(mutant.line) \(mutant.declaration): \(mutant.change)"
  }

  /// Rows as lines, each column as wide as its widest text.
  private static func columns(_ rows: [[String]]) -> [String] {
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
