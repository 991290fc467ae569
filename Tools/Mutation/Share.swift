extension Mutant {
  /// Chooses some of the mutants, as many of each feature as can be.
  ///
  /// The choice depends on what the mutants change, not on where: an edit elsewhere leaves it as it is.
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

  /// A number that depends on the key alone, in the manner of Fowler, Noll and Vo.
  private var hash: UInt64 {
    key.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
