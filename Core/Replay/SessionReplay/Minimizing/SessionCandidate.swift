/// A smaller session that is tried: the steps of a recorded one that are left, some of them with
/// simpler values.
package struct SessionCandidate: Codable, Hashable, Sendable {
  /// The places of the steps that are left, from 0, in their order.
  package private(set) var kept: [ClosedRange<Int>]
  /// The bytes of actions that take the place of recorded ones, by the places of their steps.
  package var actions: [Int: [UInt8]] = [:]
  /// The bytes of reads that take the place of recorded ones, by the places of their steps.
  package var reads: [Int: [[UInt8]]] = [:]

  /// Keeps the steps of these places, which ascend.
  package init(keeping places: some Sequence<Int>) {
    kept = []
    for place in places {
      if let last = kept.last, last.upperBound + 1 == place {
        kept[kept.count - 1] = last.lowerBound...place
      } else {
        kept.append(place...place)
      }
    }
  }

  /// The places of the steps that are left.
  package var places: [Int] { kept.flatMap { Array($0) } }

  /// How many steps are left.
  package var stepCount: Int { kept.reduce(0) { $0 + $1.count } }

  /// The candidate without some of its steps.
  package func removing(_ removed: Set<Int>) -> SessionCandidate {
    only(places.filter { !removed.contains($0) })
  }

  /// The candidate with its first steps only.
  package func prefix(_ count: Int) -> SessionCandidate {
    count < stepCount ? only(Array(places.prefix(count))) : self
  }

  private func only(_ places: [Int]) -> SessionCandidate {
    var rest = SessionCandidate(keeping: places)
    let remaining = Set(places)
    rest.actions = actions.filter { remaining.contains($0.key) }
    rest.reads = reads.filter { remaining.contains($0.key) }
    return rest
  }
}

/// What came of a candidate.
package enum CandidateOutcome: Codable, Equatable, Sendable {
  /// It shows what is looked for, with so many of its steps.
  case same(steps: Int)
  /// It does not; why, in words.
  case other(String)

  /// Whether the candidate shows what is looked for.
  package var isSame: Bool {
    if case .same = self { true } else { false }
  }
}
