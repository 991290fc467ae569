import RecordCoding
import RecordSchema

/// The compatibility of logs as text: how many are of each grade, and which changes are to blame.
package struct CompatibilityText: Sendable {
  private let paint: Paint
  private let isVerbose: Bool

  /// Prepares to print; every log has its line if that is wanted, also one that is fine.
  package init(paint: Paint = .none, isVerbose: Bool = false) {
    self.paint = paint
    self.isVerbose = isVerbose
  }

  /// The counts, then the changes that are to blame with how many logs each, then the logs.
  package func lines(for entries: [CompatibilityEntry]) -> [String] {
    let counts = CompatibilityCounts(entries)
    var lines = [counts.summary]
    for blame in counts.blames {
      lines.append("  \(painted(blame.grade)): \(blame.reason.visible)")
      lines.append("    \(UInt64(blame.paths.count).counted("log")): \(names(of: blame.paths))")
    }
    guard isVerbose else { return lines }
    return lines
      + entries.flatMap { entry in
        ["\(entry.path.visible): \(painted(entry.grade))"]
          + entry.changes.map { "  \($0.visible)" }
      }
  }

  /// A few names, and how many more.
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
  /// Every change of types between the log and this build.
  var changes: [String] {
    if case .resolved(let fit) = standing { fit?.lines ?? [] } else { blame }
  }
}
