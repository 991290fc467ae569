import Platform
package import ReplayCorpus
import SessionLog
import SessionDocument
import SessionReplay

package struct CoverageText {
  /// The maximum number of missing names, and of logs, listed unless the text is verbose.
  private static let shownLimit = 20

  private let isVerbose: Bool

  /// Creates the text; `isVerbose` lists everything.
  package init(isVerbose: Bool = false) {
    self.isVerbose = isVerbose
  }

  package func lines(for coverage: CorpusCoverage) -> [String] {
    let subset = coverage.subset
    let (actions, fields) = (coverage.missingActions, coverage.missingFields)
    var lines = [summary(of: coverage, missing: actions.count, fields.count)]
    if coverage.countWithoutChanges > 0 {
      let logs = UInt64(coverage.countWithoutChanges).counted("log")
      lines.append("changes are unknown in \(logs) without level 'steps'")
    }
    lines += list(actions, under: "no log has the action")
    lines += list(fields, under: "no step changes the field")
    if isVerbose {
      lines.append("actions, the fields that they change, and numbers of logs:")
      lines += coverage.pairs.sorted { $0.key < $1.key }.map { pair, count in
        "  \(pair.action.visible) → \(pair.path.visible): \(count)"
      }
    }
    let rest = coverage.logCount - subset.count
    guard rest > 0, !subset.isEmpty else { return lines }
    let size = UInt64(subset.count).counted("log")
    lines.append("a subset covers all of this: \(size), to which the other \(rest) add nothing:")
    lines += shown(subset.map { "  \($0.path.visible): \($0.added) more" })
    return lines
  }

  private func summary(
    of coverage: CorpusCoverage, missing missingActions: Int, _ missingFields: Int
  ) -> String {
    let logs = UInt64(coverage.logCount).counted("log")
    let steps = coverage.stepCount.counted("step")
    guard let paths = coverage.paths else { return "\(logs), \(steps)" }
    let actions = paths.actions.count - missingActions
    let fields = paths.fields.count - missingFields
    return "\(logs), \(steps): \(actions) of \(paths.actions.count) actions, "
      + "\(fields) of \(paths.fields.count) fields, "
      + "\(UInt64(coverage.pairs.count).counted("pair")) of an action and a changed field"
  }

  private func list(_ names: [String], under title: String) -> [String] {
    names.isEmpty ? [] : ["\(title):"] + shown(names.map { "  \($0.visible)" })
  }

  private func shown(_ lines: [String]) -> [String] {
    guard !isVerbose, lines.count > Self.shownLimit else { return lines }
    return lines.prefix(Self.shownLimit - 1)
      + ["  and \(lines.count - Self.shownLimit + 1) more, with --verbose"]
  }
}
