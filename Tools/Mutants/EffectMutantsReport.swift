/// The results of all mutants of effects.
package struct EffectMutantsReport {
  /// The maximum number of silent mutants, each of which needs a reason.
  package static let maxSilent = 5

  private let results: [(mutant: Mutant, outcome: EffectOutcome)]
  private let notCompiled: [Mutant]
  private let silent: Survivors
  private let formCount: Int
  private let faultsOfOriginals: [String]
  /// Silent mutants that are not listed, and unneeded entries of the list.
  private var faults: [String] = []

  /// Creates a report. In an incomplete report, listed mutants may be absent.
  package init(
    results: [(Mutant, EffectOutcome)], notCompiled: [Mutant], silent: Survivors,
    isComplete: Bool, formCount: Int, faultsOfOriginals: [String]
  ) {
    self.results = results
    self.notCompiled = notCompiled
    self.silent = silent
    self.formCount = formCount
    self.faultsOfOriginals = faultsOfOriginals
    for (mutant, outcome) in results {
      let isListed = silent.reasons[mutant.key] != nil
      if outcome == .silent, !isListed {
        faults.append("silent: \(Self.line(mutant))")
      } else if outcome != .silent, isListed {
        faults.append("is listed as silent, and is not: \(mutant.key)")
      }
    }
    let known = Set(results.map(\.0.key))
    for key in silent.reasons.keys.sorted() where isComplete && !known.contains(key) {
      faults.append("is listed as silent, and does not exist: \(key)")
    }
    if silent.reasons.count > Self.maxSilent {
      faults.append("more than \(Self.maxSilent) mutants are listed as silent")
    }
  }

  /// Whether the unchanged forms replay as they declare, and each mutant is found, reported as not
  /// verified, or listed with a reason.
  package var isClean: Bool { faults.isEmpty && faultsOfOriginals.isEmpty }

  package var details: String {
    let tried = results.map { "\($0.outcome): \(Self.line($0.mutant))" }
    return (tried + notCompiled.map { "does not compile: \(Self.line($0))" })
      .joined(separator: "\n") + "\n"
  }

  package func text(details: String) -> String {
    let files = Dictionary(grouping: results, by: \.mutant.file).sorted { $0.key < $1.key }
      .map { ($0.key, $0.value) }
    let kinds = Mutant.Kind.allCases.map { kind in
      (kind.rawValue, results.filter { $0.mutant.kind == kind })
    }
    let sections = [
      Self.table("kind", kinds.filter { !$1.isEmpty }),
      Self.table("file", files + [("all", results)]),
      reasons,
      ["forms: \(formCount); each mutant: \(details)"],
      notCompiled.isEmpty ? [] : ["\(notCompiled.count) do not compile and are left out"],
      faultsOfOriginals.map { "without a change: \($0)" },
      faults,
    ]
    return sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
      .joined(separator: "\n\n")
  }

  /// The number of mutants that are not verified for each reason.
  private var reasons: [String] {
    var counts: [String: Int] = [:]
    for case (_, .unverified(let reason)) in results { counts[reason, default: 0] += 1 }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "\($0.value) not verified: \($0.key)" }
  }

  private static func table(
    _ title: String, _ groups: [(name: String, results: [(mutant: Mutant, outcome: EffectOutcome)])]
  ) -> [String] {
    Report.columns(
      [[title, "mutants", "found", "not verified", "crashed", "silent"]]
        + groups.map { name, results in
          let counts = results.reduce(into: [0, 0, 0, 0]) { counts, result in
            switch result.outcome {
            case .found: counts[0] += 1
            case .unverified: counts[1] += 1
            case .crashed: counts[2] += 1
            case .silent: counts[3] += 1
            }
          }
          return [name, "\(results.count)"] + counts.map(String.init)
        })
  }

  static func line(_ mutant: Mutant) -> String {
    """
    (\(mutant.kind.rawValue)) Tests/Tools/EffectForms/\(mutant.file):\(mutant.line) \
    \(mutant.declaration): \(mutant.change)
    """
  }
}
