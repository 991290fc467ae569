import RecordCoding
import RecordSchema

/// How many logs of a corpus are of each grade, and what is to blame.
struct CompatibilityCounts {
  /// A change, and the logs that it makes risky or impossible.
  struct Blame {
    /// `nil` for damage.
    let grade: ResolutionGrade?
    let reason: String
    var paths: [String]
  }

  let entries: [CompatibilityEntry]
  /// The changes that are to blame, the worst first, and of those the one with the most logs.
  let blames: [Blame]

  init(_ entries: [CompatibilityEntry]) {
    self.entries = entries
    var blames: [Blame] = []
    var places: [String: Int] = [:]
    for entry in entries where entry.grade != .fine {
      for reason in entry.blame {
        let key = "\(entry.grade?.rawValue ?? "") \(reason)"
        if let place = places[key] {
          blames[place].paths.append(entry.path)
        } else {
          places[key] = blames.count
          blames.append(Blame(grade: entry.grade, reason: reason, paths: [entry.path]))
        }
      }
    }
    // The order of the logs decides between those that are alike: sorting alone is not stable.
    self.blames = blames.enumerated().sorted { one, other in
      let (oneRank, otherRank) = (one.element.rank, other.element.rank)
      let (oneCount, otherCount) = (one.element.paths.count, other.element.paths.count)
      return (otherRank, otherCount, one.offset) < (oneRank, oneCount, other.offset)
    }.map(\.element)
  }

  func count(of grade: ResolutionGrade?) -> Int {
    entries.count { $0.grade == grade }
  }

  /// `12 logs: 9 fine, 2 risky, 1 impossible`.
  var summary: String {
    var parts = ResolutionGrade.allCases.map { "\(count(of: $0)) \($0.rawValue)" }
    let damaged = count(of: nil)
    if damaged > 0 { parts.append("\(damaged) damaged") }
    return "\(UInt64(entries.count).counted("log")): \(parts.joined(separator: ", "))"
  }
}

extension CompatibilityCounts.Blame {
  fileprivate var rank: Int {
    switch grade {
    case nil: 3
    case .impossible: 2
    case .risky: 1
    case .fine: 0
    }
  }
}
