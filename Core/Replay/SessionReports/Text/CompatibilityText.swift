import Platform
import RecordCoding
import RecordedValues
import SchemaEvolution
import SessionDocument
import SessionLog
package import SessionReplay

/// The compatibility of logs as text: the number of logs of each grade, and the changes at fault.
package struct CompatibilityText: Sendable {
  private let paint: Paint
  private let isVerbose: Bool

  /// Creates the text; `isVerbose` adds a line for every log, including compatible ones.
  package init(paint: Paint = .none, isVerbose: Bool = false) {
    self.paint = paint
    self.isVerbose = isVerbose
  }

  package func lines(for entries: [CompatibilityEntry]) -> [String] {
    let counts = CompatibilityCounts(entries)
    var lines = [counts.summary]
    for blame in counts.blames {
      lines.append("  \(painted(blame.grade)): \(blame.reason.visible)")
      lines.append("    \(UInt64(blame.paths.count).counted("log")): \(names(of: blame.paths))")
    }
    lines += initialStateLines(for: entries)
    guard isVerbose else { return lines }
    return lines
      + entries.flatMap { entry in
        ["\(entry.path.visible): \(painted(entry.grade))"]
          + entry.changes.map { "  \($0.visible)" }
      }
  }

  private func initialStateLines(for entries: [CompatibilityEntry]) -> [String] {
    let others = entries.filter { $0.initialState != nil }
    guard let first = others.first?.initialState else { return [] }
    return [
      "  other initial states, with which their replays begin, first at \(first.path.visible): "
        + "recorded \(first.recorded.visible), now \(first.current.visible)",
      "    \(UInt64(others.count).counted("log")): \(names(of: others.map(\.path)))",
    ]
  }

  private func names(of paths: [String]) -> String {
    let limit = isVerbose ? paths.count : 3
    let names = paths.prefix(limit).map(\.visible).joined(separator: ", ")
    return paths.count > limit ? "\(names) and \(paths.count - limit) more" : names
  }

  private func painted(_ grade: ResolutionGrade?) -> String {
    switch grade {
    case .fine: paint("fine", as: .good)
    case .risky: paint("risky", as: .warning)
    case .impossible: paint("impossible", as: .expected)
    case nil: paint("damaged", as: .expected)
    }
  }
}

extension CompatibilityEntry {
  /// The changes that caused the grade, or the damage of the log.
  package var blame: [String] {
    switch outcome {
    case .resolved(let fit):
      (fit.flatMap { $0.grade == grade ? $0.blame : nil } ?? [])
        + (grade == .risky ? addedDependencies.map(Self.blame(ofAdded:)) : [])
    case .incompatible(let reason): [reason.blame]
    case .damaged(let error): [error.description.withoutPath(path)]
    }
  }

  private static func blame(ofAdded name: String) -> String {
    "the dependency '\(name)' was not yet recorded: the log has no answers for its reads"
  }

  /// All changes of types between the log and this build.
  var changes: [String] {
    if case .resolved(let fit) = outcome { fit?.lines ?? [] } else { blame }
  }
}

/// The number of logs of each grade in a corpus, and the changes at fault.
struct CompatibilityCounts {
  struct Blame {
    /// `nil` for damage.
    let grade: ResolutionGrade?
    let reason: String
    var paths: [String]
  }

  let entries: [CompatibilityEntry]
  /// The changes at fault, sorted by grade, worst first, and then by number of logs.
  let blames: [Blame]

  init(_ entries: [CompatibilityEntry]) {
    self.entries = entries
    var blames: [Blame] = []
    var indices: [String: Int] = [:]
    for entry in entries where entry.grade != .fine {
      for reason in entry.blame {
        let key = "\(entry.grade?.rawValue ?? "") \(reason)"
        if let index = indices[key] {
          blames[index].paths.append(entry.path)
        } else {
          indices[key] = blames.count
          blames.append(Blame(grade: entry.grade, reason: reason, paths: [entry.path]))
        }
      }
    }
    // Ties keep the order of the logs, because sorting alone isn't guaranteed to be stable.
    self.blames = blames.enumerated().sorted { one, other in
      let (oneRank, otherRank) = (one.element.rank, other.element.rank)
      let (oneCount, otherCount) = (one.element.paths.count, other.element.paths.count)
      return (otherRank, otherCount, one.offset) < (oneRank, oneCount, other.offset)
    }.map(\.element)
  }

  func count(of grade: ResolutionGrade?) -> Int {
    entries.count { $0.grade == grade }
  }

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
