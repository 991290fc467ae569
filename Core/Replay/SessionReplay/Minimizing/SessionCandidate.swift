/// A candidate for a smaller session: the steps to keep, some of them with simpler values.
package struct SessionCandidate: Codable, Hashable, Sendable {
  /// The indices of the steps to keep, from 0, in ascending order.
  package private(set) var kept: [ClosedRange<Int>]
  /// The bytes of actions that replace recorded ones, by step index.
  package var actions: [Int: [UInt8]] = [:]
  /// The bytes of reads that replace recorded ones, by step index.
  package var reads: [Int: [[UInt8]]] = [:]

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

  package var places: [Int] { kept.flatMap { Array($0) } }

  package var stepCount: Int { kept.reduce(0) { $0 + $1.count } }

  package func removing(_ removed: Set<Int>) -> SessionCandidate {
    only(places.filter { !removed.contains($0) })
  }

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

package enum CandidateOutcome: Codable, Equatable, Sendable {
  case same(steps: Int)
  case other(String)

  package var isSame: Bool {
    if case .same = self { true } else { false }
  }
}
