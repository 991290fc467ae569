import Platform

extension Mutant {
  /// Selects mutants, spread evenly over the features. The selection depends on the changes and not
  /// on their positions, so edits elsewhere do not affect it.
  package static func share(_ count: Int, of mutants: [Mutant]) -> [Mutant] {
    var byFeature = Dictionary(grouping: mutants, by: \.feature)
      .mapValues { $0.sorted { ($0.hash, $0.key) > ($1.hash, $1.key) } }
    var chosen: [Mutant] = []
    while chosen.count < min(count, mutants.count) {
      for feature in byFeature.keys.sorted() where chosen.count < count {
        if let next = byFeature[feature]?.popLast() { chosen.append(next) }
      }
    }
    return chosen
  }

  private var hash: UInt64 {
    var hash = StableHash()
    hash.add(key.utf8)
    return hash.value
  }
}
